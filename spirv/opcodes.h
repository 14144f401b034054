// Numbers from the SPIR-V specification that this folder uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ursa::spirv {

constexpr size_t kHeaderWords = 5;

enum Opcode : uint32_t {
  kName = 5,
  kLine = 8,
  kExtInst = 12,
  kMemoryModel = 14,
  kEntryPoint = 15,
  kTypeVoid = 19,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeImage = 25,
  kTypeSampler = 26,
  kTypeArray = 28,
  kTypeStruct = 30,
  kTypePointer = 32,
  kTypeFunction = 33,
  kConstantTrue = 41,
  kConstantFalse = 42,
  kConstant = 43,
  kConstantComposite = 44,
  kConstantNull = 46,
  kSpecConstantTrue = 48,
  kSpecConstantFalse = 49,
  kSpecConstant = 50,
  kSpecConstantComposite = 51,
  kSpecConstantOp = 52,
  kFunction = 54,
  kFunctionParameter = 55,
  kFunctionEnd = 56,
  kFunctionCall = 57,
  kVariable = 59,
  kStore = 62,
  kCopyMemorySized = 64,
  kInBoundsPtrAccessChain = 70,
  kDecorate = 71,
  kCompositeConstruct = 80,
  kBitcast = 124,
  kLabel = 248,
  kReturn = 253,
  kNoLine = 317,
};

enum StorageClass : uint32_t {
  kConstantMemory = 0, ///< UniformConstant
  kWorkgroup = 4,
  kCrossWorkgroup = 5,
  kFunctionMemory = 7,
};

constexpr uint32_t kModelKernel = 6; ///< the execution model of OpenCL kernels

} // namespace ursa::spirv
