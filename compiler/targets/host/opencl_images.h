// Images and samplers of OpenCL C in host images. Both are pointers there:
//
//   before:
//     define spir_kernel void @k(target("spirv.Image", ...) %in, target("spirv.Sampler") %s)
//   after:
//     define void @k(ptr "ursa-image"="image2d_t" %in, ptr "ursa-sampler" %s)
//
// An image points to the JIT's image description. A sampler is not an address but OpenCL C's bit
// mask. The JIT lowers the calls of image functions.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace ursa {

/// Attribute of kernel parameters that are images; its value is the type's name in OpenCL C without
/// the access qualifier.
inline constexpr const char *kHostImageAttribute = "ursa-image";
/// Attribute of kernel parameters that are samplers.
inline constexpr const char *kHostSamplerAttribute = "ursa-sampler";

/// An image function that the host provides.
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
};

/// Returns the image function with that (mangled) name; nullopt for other functions, including
/// those on depth, multisampled and mipmapped images, which the host does not support.
std::optional<ImageFunction> imageFunction(llvm::StringRef name);

/// Returns the host image's type for an image or sampler type; null for any other type.
llvm::Type *hostTypeOfImage(llvm::Type *device);

/// Adds the attributes above to the parameters of @p host that are images or samplers in @p device,
/// the device IR of the same kernel. Fails if the host does not support the image type.
llvm::Error markImageParameters(const llvm::Function &device, llvm::Function &host);

} // namespace ursa
