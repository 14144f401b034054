// All stages of the kernel compiler in a row: a host image's module becomes an object file. What
// runs the object links it into the process (linker.h) or makes a library of it (machine_code.h).
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

#include <memory>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::jit {

/// @name Symbols of an object that is linked into the process: one for each kernel and variable.
/// @{
inline constexpr const char *kEntryPrefix = "ursa.entry.";
inline constexpr const char *kVariablePrefix = "ursa.variable.";
/// @}

/// What is visible in an object.
enum class ObjectUse {
  Process, ///< the symbols above
  Library  ///< kMachineTable (machine_image.h)
};

/// Machine code, and what it holds.
struct Compiled {
  std::vector<KernelInfo> kernels;     ///< ascending by name; without entries
  std::vector<VariableInfo> variables; ///< without addresses
  std::unique_ptr<llvm::MemoryBuffer> object;
};

/// Compiles every kernel of a module that is valid and for the machine; changes the module.
/// @param tuneFor the processor whose timing the code is made for; empty: the machine's
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<Compiled> compileModule(llvm::Module &module, llvm::TargetMachine &machine,
                               const ConstantValues &constants, int level, ObjectUse use,
                               const std::string &tuneFor = {});

} // namespace ursa::jit
