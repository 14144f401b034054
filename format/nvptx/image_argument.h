// The descriptor that an image argument of a kernel points to. The run time writes it to device
// memory, and kernels only read it. A sampler argument is not an address but OpenCL C's bit mask.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ursa::format::nvptx {

/// The kernel compiler depends on this layout: see images.cpp.
struct ImageArgument {
  /// Texture objects over the image, one for each sampler: see textureIndex(). CUDA's samplers are
  /// part of a texture.
  uint64_t textures[32];
  uint64_t surface; ///< for accesses without a sampler
  /// Pixels; the layers of an array are its last axis: y of a 1D array, z of a 2D array. Unused
  /// axes have extent 1.
  uint32_t extent[3];
  uint32_t pixelBytes; ///< 1, 2, 4, 8 or 16
  uint32_t order;      ///< of the channels, as get_image_channel_order returns it
  uint32_t type;       ///< as get_image_channel_data_type returns it
  /// Whether texels are colors as they are. The order tells as much, but a comparison of its own is
  /// faster than a case among others.
  uint32_t isRgba;
};
static_assert(offsetof(ImageArgument, surface) == 256 && sizeof(ImageArgument) == 296);

/// @name OpenCL C's bit mask of a sampler
/// @{
inline constexpr uint32_t kNormalizedCoordinates = 0x01;
inline constexpr uint32_t kAddressingShift = 1; ///< of the number of the addressing mode
inline constexpr uint32_t kFilterNearest = 0x10;
inline constexpr uint32_t kFilterLinear = 0x20;
/// @}

/// Returns the index of the texture for a sampler: its bits but for the one of the nearest filter.
constexpr uint32_t textureIndex(uint32_t sampler) {
  return (sampler & 0x0F) | (sampler & kFilterLinear) >> 1;
}

/// The texture of reads without a sampler: coordinates of pixels, which must lie inside.
inline constexpr uint32_t kPlainTexture = textureIndex(kFilterNearest);

} // namespace ursa::format::nvptx
