// Images and samplers of OpenCL C in code for targets that do them themselves. Both are pointers
// there:
//
//   before:
//     define spir_kernel void @k(target("spirv.Image", ...) %in, target("spirv.Sampler") %s)
//   after:
//     define void @k(ptr "ursa-image"="image2d_t" %in, ptr "ursa-sampler" %s)
//
// An image points to a description that the target's run time makes. A sampler is not an address
// but OpenCL C's bit mask. Each target defines the image functions.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace ursa::compiler::targets {

/// Attribute of kernel parameters that are images; its value is the type's name in OpenCL C without
/// the access qualifier.
inline constexpr const char *kImageAttribute = "ursa-image";
/// Attribute of those that the kernel does not write.
inline constexpr const char *kReadOnlyImageAttribute = "ursa-image-read-only";
/// Attribute of kernel parameters that are samplers.
inline constexpr const char *kSamplerAttribute = "ursa-sampler";

/// Returns the type of images, samplers and events of asynchronous copies in the target's code, a
/// pointer; null for any other type.
llvm::Type *pointerTypeOfImage(llvm::Type *device);

/// Adds the attributes above to the parameters of @p target that are images or samplers in
/// @p device, the device IR of the same kernel. Fails for images that no target supports.
/// @param where what does not support them, for the error: "the host"
llvm::Error markImageParameters(const llvm::Function &device, llvm::Function &target,
                                llvm::StringRef where);

} // namespace ursa::compiler::targets
