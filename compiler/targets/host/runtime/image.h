// The image description that an image argument points to, the bit mask of a sampler, and the
// functions that implement image reads and writes of OpenCL C.
#pragma once

#include "compiler/targets/host/runtime/pixel_format.h"

#include <string_view>

namespace ursa::host {

/// The image types of OpenCL C that the host supports.
enum class ImageType : uint8_t {
  Image1D,
  Image1DArray,
  Image1DBuffer,
  Image2D,
  Image2DArray,
  Image3D
};

/// Returns the type's name in OpenCL C, as "image2d_array_t".
const char *nameOf(ImageType type);
/// Returns the type of that name; nullopt for types that the host does not support.
std::optional<ImageType> imageTypeNamed(std::string_view name);
/// Returns the number of spatial axes, without the layers of an array.
uint32_t axesOf(ImageType type);
bool isArray(ImageType type);

/// The layers of an array are its last axis: y of a 1D array, z of a 2D array. Unused axes have
/// extent 1. The kernel compiler depends on this layout: see image_functions.h.
struct Image {
  std::byte *data;
  uint64_t pitch[3];  ///< bytes between neighbouring pixels along an axis
  uint32_t extent[3]; ///< pixels, and layers
  uint32_t openclOrder;
  uint32_t openclType;
  ImageType type;
  PixelFormat format;

  std::byte *at(uint64_t x, uint64_t y, uint64_t z) const {
    return data + x * pitch[0] + y * pitch[1] + z * pitch[2];
  }
};

/// Returns the bit mask of a sampler as in OpenCL C's literals. The addressing and filter modes of
/// UR have the same order.
constexpr uint32_t samplerBits(bool normalized, ur_sampler_addressing_mode_t addressing,
                               ur_sampler_filter_mode_t filter) {
  return (normalized ? 1U : 0U) | (static_cast<uint32_t>(addressing) << 1) |
         (filter == UR_SAMPLER_FILTER_MODE_LINEAR ? 0x20U : 0x10U);
}

/// @name Functions that machine code calls. Coordinates beyond the axes of the image type are
/// ignored. A read outside of the image returns what the sampler specifies; a write there does
/// nothing.
/// @{
Float4 readFloat(const Image &image, uint32_t sampler, float x, float y, float z);
Float4 readFloatAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z);
Int4 readInteger(const Image &image, uint32_t sampler, float x, float y, float z);
Int4 readIntegerAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z);
void writeFloat(const Image &image, int32_t x, int32_t y, int32_t z, Float4 color);
void writeSigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color);
void writeUnsigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color);
/// @}

} // namespace ursa::host
