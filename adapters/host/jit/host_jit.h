// The kernel compiler of the host: takes a host image (LLVM bitcode, see ARCHITECTURE.md) and
// values of specialization constants, and gives functions that run work-groups on this CPU. No LLVM
// type is visible here. The stages in order:
//
//   codegen/intake               bitcode -> verified module for this CPU
//   passes/image_functions       read_imagef and the like get bodies
//   passes/specialize            constants become values
//   passes/inline_calls          what needs to know its work-item is inlined into the kernels
//   passes/work_item_functions   get_global_id and the like become values
//   passes/local_memory          local variables get their place in the work-group's memory
//   passes/work_group_*          a work-item becomes a loop nest, or phases between barriers
//   codegen/optimize             for this CPU, then machine code
//   linker                       machine code -> addresses
//
// passes and codegen are in compiler/targets/host, and make machine code ahead of time as well.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::jit {

struct ModuleSummary {
  std::vector<std::string> kernels;
  std::vector<ConstantSlot> constants; ///< ascending by id
};

/// Reads and verifies a module without compiling it. The bytes are not trusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a sentence.
Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode);

/// Machine code of a module. Thread safe after it was built; destroying it frees the code, which
/// must not be running then.
class Program {
public:
  /// Compiles every kernel, or those that the option "--ursa-kernels=NAME[,NAME...]" names. May be
  /// called from several threads at once; nothing is shared.
  /// @param options of the build, as "-O1"; words that are not understood are noted in the log
  /// @param log     receives warnings and errors, a line each
  /// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
  static Result<std::unique_ptr<Program>> build(std::span<const std::byte> bitcode,
                                                const ConstantValues &constants,
                                                std::string_view options, std::string &log);

  virtual ~Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  const std::vector<KernelInfo> &kernels() const { return kernels_; }
  /// The kernel of that name, or null.
  const KernelInfo *kernel(std::string_view name) const;
  /// The variable of that name, or null. Its memory lives as long as the program.
  const VariableInfo *variable(std::string_view name) const;

protected:
  Program() = default;

  std::vector<KernelInfo> kernels_; ///< ascending by name
  std::vector<VariableInfo> variables_;
};

/// The name of this machine's architecture in image targets: "x86_64" of "host-x86_64".
const char *hostArchitecture();

/// Widest vector of this CPU in bytes.
uint32_t hostVectorBytes();

} // namespace ursa::jit
