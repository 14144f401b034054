// Builds small SPIR-V modules from words: OpenCL kernels that read specialization constants.
#pragma once

#include "spirv/instructions.h"

namespace ursa::testing {

class SpirvBuilder {
public:
  enum : uint32_t {
    kBool = 1,
    kChar = 2,
    kUint = 3,
    kUlong = 4,
    kFloat = 5,
    kFirstConstant = 10,
    kFunction = 500,
    kVoid = 502,
    kFunctionType = 503
  };

  SpirvBuilder() {
    add(spv::Op::OpMemoryModel, {2, 2}); // Physical64 OpenCL
    add(spv::Op::OpTypeBool, {kBool});
    add(spv::Op::OpTypeInt, {kChar, 8, 1});
    add(spv::Op::OpTypeInt, {kUint, 32, 0});
    add(spv::Op::OpTypeInt, {kUlong, 64, 0});
    add(spv::Op::OpTypeFloat, {kFloat, 32});
  }

  SpirvBuilder &kernel(std::string_view name) {
    hasKernel_ = true;
    std::vector<uint32_t> operands = {6, kFunction};
    spirv::appendText(operands, name);
    return add(spv::Op::OpEntryPoint, operands);
  }
  /// Adds OpSpecConstant and its SpecId. The default has one or two words.
  SpirvBuilder &constant(uint32_t id, uint32_t type, const std::vector<uint32_t> &words) {
    spirv::append(words_, spv::Op::OpSpecConstant, {type, decorate(id)}, words);
    return *this;
  }
  SpirvBuilder &boolean(uint32_t id, bool value) {
    return add(value ? spv::Op::OpSpecConstantTrue : spv::Op::OpSpecConstantFalse,
               {kBool, decorate(id)});
  }

  /// Adds OpConstantNull.
  SpirvBuilder &null(uint32_t type) { return add(spv::Op::OpConstantNull, {type, next_++}); }

  /// Adds a variable of the program: an unsigned integer in global memory.
  SpirvBuilder &variable() {
    const uint32_t pointer = next_++;
    add(spv::Op::OpTypePointer, {pointer, 5, kUint});
    return add(spv::Op::OpVariable, {pointer, next_++, 5});
  }

  /// Returns the module, with one empty function for all kernels.
  std::vector<std::byte> bytes() const {
    spirv::Words words = words_;
    if (hasKernel_) {
      spirv::append(words, spv::Op::OpTypeVoid, kVoid);
      spirv::append(words, spv::Op::OpTypeFunction, {kFunctionType, kVoid});
      spirv::append(words, spv::Op::OpFunction, {kVoid, kFunction, 0, kFunctionType});
      spirv::append(words, spv::Op::OpLabel, kFunction + 1);
      spirv::append(words, spv::Op::OpReturn, {});
      spirv::append(words, spv::Op::OpFunctionEnd, {});
    }
    std::vector<std::byte> result(words.size() * sizeof(uint32_t));
    std::memcpy(result.data(), words.data(), result.size());
    return result;
  }

private:
  SpirvBuilder &add(spv::Op op, spirv::Operands operands) {
    spirv::append(words_, op, operands);
    return *this;
  }
  uint32_t decorate(uint32_t id) {
    add(spv::Op::OpDecorate, {next_, 1, id});
    return next_++;
  }

  spirv::Words words_ = {spv::MagicNumber, 0x00010200, 0, 1000, 0};
  uint32_t next_ = kFirstConstant;
  bool hasKernel_ = false;
};

} // namespace ursa::testing
