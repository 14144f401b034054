// Runs all stages of the kernel compiler: compiles the module of a host image to an object file.
// The object is loaded as it is
// (runtime/loaded_object.h) or linked into a shared library (machine_code.h).
#pragma once

#include "compiler/targets/host/vectorize/options.h"
#include "format/host/kernel_info.h"
#include "support/result.h"

#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// The exported symbols of an object.
enum class ObjectUse {
  Process, ///< kEntryPrefix and kVariablePrefix (machine_image.h)
  Library  ///< kMachineTable (machine_image.h)
};

/// Machine code and its contents.
struct Compiled {
  std::vector<format::host::KernelInfo> kernels;     ///< ascending by name; without entries
  std::vector<format::host::VariableInfo> variables; ///< without addresses
  std::unique_ptr<llvm::MemoryBuffer> object;
  std::string notes;                ///< lines for the build log: why kernels are not vectorized
  std::vector<std::string> remarks; ///< sentences about what was chosen: the widths of packs
};

/// Compiles every kernel of a module, which must be valid and for the machine. Modifies the module.
/// @param tuneFor the processor to tune for; empty for the machine's
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<Compiled> compileModule(llvm::Module &module, llvm::TargetMachine &machine,
                               const format::host::ConstantValues &constants, int level,
                               ObjectUse use, const std::string &tuneFor = {},
                               const VectorOptions &vector = {});

} // namespace ursa::compiler::host
