// Makes the code of a host image of device IR: what the host adapter's JIT takes, as "Host images"
// in docs/ARCHITECTURE.md describes it.
//
//   before:  define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %tile)
//            @k.scratch = internal addrspace(3) global [64 x float] undef
//   after:   define void @k(ptr %out, ptr "ursa-local" %tile) "ursa-kernel"
//            @k.scratch = global [64 x float] undef, section "ursa.local"
//
// Math functions are linked in from libclc and atomics defined; work-item functions, barriers,
// functions on images, printf and the calls that stand for specialization constants stay for the
// JIT.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ursa {

/// The target's name in a device image.
inline constexpr const char *kHostTarget = "host-x86_64";
/// Its LLVM triple.
inline constexpr const char *kHostTriple = "x86_64-unknown-linux-gnu";

/// Attribute of kernels.
inline constexpr const char *kHostKernelAttribute = "ursa-kernel";
/// Attribute of kernel parameters that are local memory.
inline constexpr const char *kHostLocalAttribute = "ursa-local";
/// Section of variables in local memory.
inline constexpr const char *kHostLocalSection = "ursa.local";

/// Attribute of variables in global memory that the program's user may ask for by name.
inline constexpr const char *kHostGlobalAttribute = "ursa-global";

struct HostImageOptions {
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  bool optimize = true;       ///< inline and clean up, so that the JIT has less to do
  /// The image is to be linked with others: what has a name for them keeps it, and what is not
  /// defined is theirs to define.
  bool isObject = false;
};

/// Whether the JIT provides @p function, so that an image may leave it undefined.
bool isProvidedByHost(llvm::StringRef function);

/// The host image of @p device, which the passes have lowered. Fails with a sentence that names the
/// undefined functions, if there are any.
llvm::Expected<std::unique_ptr<llvm::Module>> makeHostImage(const llvm::Module &device,
                                                            const HostImageOptions &options);

} // namespace ursa
