// Images and samplers of OpenCL C in host images. Both are pointers there:
//
//   before:  define spir_kernel void @k(target("spirv.Image", void, 1, ...) %in,
//   target("spirv.Sampler") %s) after:   define void @k(ptr "ursa-image"="image2d_t" %in, ptr
//   "ursa-sampler" %s)
//
// An image points to what the JIT describes images by; a sampler is no address but the number that
// OpenCL C's literals give it. The functions that take them stay calls for the JIT.
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

/// A function on images that the host provides.
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
    MakeSampler ///< of a literal
  };
  Operation operation;
  std::string imageType; ///< as "image2d_t"; empty for MakeSampler
};

/// What the function of that (mangled) name does; nothing for all others, among them functions on
/// depth, multisampled and mipmapped images, which the host does not have.
std::optional<ImageFunction> imageFunction(llvm::StringRef name);

/// The type that images and samplers have in host images; null for any other type.
llvm::Type *hostTypeOfImage(llvm::Type *device);

/// Marks the parameters of @p host that are images or samplers in @p device, its kernel of that
/// name. Fails with a sentence when the host does not have the type of image.
llvm::Error markImageParameters(const llvm::Function &device, llvm::Function &host);

} // namespace ursa
