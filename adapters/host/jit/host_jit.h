// The kernel compiler of the host: takes a host image (LLVM bitcode, see docs/formats/host-code.md)
// and values of specialization constants, and returns machine code for this CPU.
// No LLVM type is visible here. The stages in order:
//
//   codegen/intake               bitcode -> verified module for this CPU
//   passes/image_functions       image functions, as read_imagef, are defined
//   common/fold_constants        specialization constants are folded
//   passes/inline_calls          functions that depend on the work-item are inlined
//   passes/work_item_functions   work-item functions, as get_global_id, become values
//   passes/local_memory          local variables get offsets in the work-group's memory
//   vectorize                    work-items become SIMD lanes
//   passes/work_item_loops       kernels without barriers become loops over work-items or packs
//   passes/lower_barriers        kernels with barriers become parallel regions, or coroutines if
//   they
//                                are scalar
//   codegen/optimize             optimization and code generation for this CPU
//
// passes and codegen are in compiler/targets/host, common is beside it; both also compile ahead of
// time.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::host::jit {

struct ModuleSummary {
  std::vector<std::string> kernels;
  std::vector<format::host::ConstantSlot> constants; ///< ascending by id
};

/// Reads and verifies a module without compiling it. The bytes are untrusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a message.
Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode);

/// Lines of the compiler's log that begin so say what it chose. They are for the adapter's log.
inline constexpr std::string_view kRemark = "remark: ";

/// The images of one program. If there are several, none has variables.
using MachineImages = std::vector<std::vector<std::byte>>;

/// Build options of this device. The first one limits a build to kernels. The second one makes
/// scalar arguments of them constants, which launches pass nevertheless: INDEX:BYTES[,...], the
/// bytes in hexadecimal digits, as 2:07000000. The third one is the width of packs of all kernels
/// whose width would be chosen by an estimate.
inline constexpr std::string_view kKernelsOption = "--ursa-kernels=";
inline constexpr std::string_view kArgumentsOption = "--ursa-arguments=";
inline constexpr std::string_view kWidthOption = "--ursa-width=";

/// Compiles every kernel of a module, or those that the option "--ursa-kernels=NAME[,NAME...]"
/// names, by several threads (parallel_build.h). Thread-safe; calls share no state.
/// @param options build options, for example "-O1"; unknown options are reported in the log
/// @param log receives remarks, warnings and errors, one per line
/// @return host images in machine code, with a relocatable object each (machine_image.h)
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<MachineImages> compileToMachineCode(std::span<const std::byte> bitcode,
                                           const format::host::ConstantValues &constants,
                                           std::string_view options, std::string &log);

/// Returns text that identifies the kernel compiler: its version, its library with LLVM and all
/// else that this needs, and the library of built-in functions; empty if there is no such file.
/// Does not open the library.
std::string compilerIdentity();

/// Returns the same for the program that translates SPIR-V before it is compiled.
std::string translatorIdentity();

/// Machine code in the process. Thread-safe. Destroying it frees the code, which must not be
/// running.
class Program {
public:
  virtual ~Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  const std::vector<format::host::KernelInfo> &kernels() const { return kernels_; }
  /// Returns the kernel of that name, or null.
  const format::host::KernelInfo *kernel(std::string_view name) const;
  /// Returns the variable of that name, or null. Its memory lives as long as the program.
  const format::host::VariableInfo *variable(std::string_view name) const;

protected:
  Program() = default;

  std::vector<format::host::KernelInfo> kernels_; ///< ascending by name
  std::vector<format::host::VariableInfo> variables_;
};

/// Returns the architecture in the image targets of this machine: "x86_64" of "host-x86_64".
const char *hostArchitecture();

/// Returns the widest vector of this CPU in bytes.
uint32_t hostVectorBytes();

} // namespace ursa::host::jit
