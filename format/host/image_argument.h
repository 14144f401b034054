// What an image argument of a kernel points to, the types of images, and the bit mask of a sampler.
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ursa::format::host {

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
constexpr uint32_t axesOf(ImageType type) {
  return type < ImageType::Image2D ? 1 : type < ImageType::Image3D ? 2 : 3;
}
constexpr bool isArray(ImageType type) {
  return type == ImageType::Image1DArray || type == ImageType::Image2DArray;
}

/// Shape and format of an image. The run time fills it in and adds what its own functions need. The
/// layers of an array are the last axis: y of a 1D array, z of a 2D array. Unused axes have
/// extent 1. The kernel compiler depends on this layout: see image_functions.h.
struct ImageArgument {
  std::byte *data;
  uint64_t pitch[3];    ///< bytes between neighbouring pixels along an axis
  uint32_t extent[3];   ///< pixels, and layers
  uint32_t openclOrder; ///< as get_image_channel_order returns it
  uint32_t openclType;  ///< as get_image_channel_data_type returns it
  ImageType type;

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

} // namespace ursa::format::host
