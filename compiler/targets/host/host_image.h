// Lowers device IR to the code of a host image, the input of the host adapter's JIT. See "Host
// images" in docs/formats/host-code.md.
//
//   before:  define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %tile)
//            @k.scratch = internal addrspace(3) global [64 x float] undef
//   after:   define void @k(ptr %out, ptr "ursa-local" %tile) "ursa-kernel"
//            @k.scratch = global [64 x float] undef, section "ursa.local"
//
// Links in math functions from libclc and defines atomics. The JIT lowers work-item functions,
// barriers, image functions, printf and the calls that read specialization constants.
#pragma once

#include "format/names.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ursa::compiler::host {

/// The name of the target in a device image.
inline constexpr const char *kHostTarget = format::target::kHostX86.data();
/// Its LLVM triple.
inline constexpr const char *kHostTriple = "x86_64-unknown-linux-gnu";

/// Attribute of kernels.
inline constexpr const char *kHostKernelAttribute = "ursa-kernel";
/// Attribute of kernel parameters that point to local memory.
inline constexpr const char *kHostLocalAttribute = "ursa-local";
/// Section of variables in local memory.
inline constexpr const char *kHostLocalSection = "ursa.local";

/// Attribute of variables in global memory that the host program can query by name.
inline constexpr const char *kHostGlobalAttribute = "ursa-global";

struct HostImageOptions {
  std::string builtinLibrary; ///< path of the nvptx64 bitcode of libclc
  bool optimize = true;       ///< inline and simplify, to reduce the work of the JIT
  /// The image is linked with others later: exported symbols keep their names and linkage, and
  /// undefined functions are allowed.
  bool isObject = false;
};

/// Returns whether the JIT provides @p function, so that an image may leave it undefined.
bool isProvidedByHost(llvm::StringRef function);

/// Creates the host image of @p device, which the passes have lowered. Fails if functions are
/// undefined, with a message that names them.
llvm::Expected<std::unique_ptr<llvm::Module>> makeHostImage(const llvm::Module &device,
                                                            const HostImageOptions &options);

} // namespace ursa::compiler::host
