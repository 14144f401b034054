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

#include <optional>
#include <string>

namespace ursa {

/// Attribute of kernel parameters that are images; its value is the type's name in OpenCL C without
/// the access qualifier.
inline constexpr const char *kImageAttribute = "ursa-image";
/// Attribute of those that the kernel does not write.
inline constexpr const char *kReadOnlyImageAttribute = "ursa-image-read-only";
/// Attribute of kernel parameters that are samplers.
inline constexpr const char *kSamplerAttribute = "ursa-sampler";

/// An image function that targets define.
struct ImageFunction {
  enum Operation {
    Read,
    Write,
    Width,
    Height,
    Depth,
    ArraySize,
    Dimensions, ///< get_image_dim
    ChannelOrder,
    ChannelType,
    MakeSampler ///< creates a sampler from a literal
  };
  Operation operation;
  std::string imageType; ///< as "image2d_t"; empty for MakeSampler
  bool isReadWrite;      ///< the kernel may read what it wrote to the image
};

/// Returns the image function with that (mangled) name; nullopt for other functions, including
/// those on depth, multisampled and mipmapped images, which no target supports.
std::optional<ImageFunction> imageFunction(llvm::StringRef name);

/// Returns the type of images, samplers and events of asynchronous copies in the target's code, a
/// pointer; null for any other type.
llvm::Type *pointerTypeOfImage(llvm::Type *device);

/// Adds the attributes above to the parameters of @p target that are images or samplers in
/// @p device, the device IR of the same kernel. Fails for images that no target supports.
/// @param where what does not support them, for the error: "the host"
llvm::Error markImageParameters(const llvm::Function &device, llvm::Function &target,
                                llvm::StringRef where);

} // namespace ursa
