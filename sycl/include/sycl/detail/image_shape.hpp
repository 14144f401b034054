// What the run time and kernels know of an image, of SYCL 2020 and of SYCL 1.2.1.
#pragma once

#include <sycl/detail/buffer_base.hpp>

#include <cstddef>
#include <memory>

inline namespace ursa_sycl {
namespace sycl {

/// @{ The channels of a pixel and what each is (SYCL 1.2.1, 4.7.2.4).
enum class image_channel_order : int {
  a,
  r,
  rx,
  rg,
  rgx,
  ra,
  rgb,
  rgbx,
  rgba,
  argb,
  bgra,
  intensity,
  luminance,
  abgr
};
enum class image_channel_type : int {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  fp16,
  fp32
};
/// @}

enum class addressing_mode : int { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : int { nearest, linear };
enum class coordinate_normalization_mode : int { normalized, unnormalized };

/// How an image is sampled (SYCL 2020, 4.7.8).
struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

namespace detail {

/// Where the pixels of an image are in its memory. The first dimension of an image varies fastest.
struct ImageShape {
  int extent[3] = {1, 1, 1}; ///< in pixels
  int channels = 0;          ///< in memory; 1 for those that are packed into one number
  int channelSize = 0;       ///< @{ in bytes
  int pixelSize = 0;
  size_t rowPitch = 0;
  size_t slicePitch = 0; ///< @}
  image_channel_order order = image_channel_order::rgba;
  image_channel_type type = image_channel_type::fp32;
};

/// Checks the description of an image. Throws errc::invalid.
/// @param pitch of rows and slices in bytes, for all dimensions but the first; null: without gaps
URSA_SYCL_EXPORT ImageShape makeImageShape(int dimensions, const size_t *extent,
                                           const size_t *pitch, image_channel_order order,
                                           image_channel_type type);

/// Makes the memory of an image, from its first to its last pixel. Parameters as of BufferImpl.
URSA_SYCL_EXPORT std::shared_ptr<BufferImpl> makeImageMemory(const ImageShape &shape, void *storage,
                                                             bool isUsedByDevices,
                                                             const void *initial,
                                                             std::shared_ptr<void> keepAlive);

/// The bytes from the first to the last pixel of an image.
inline size_t imageBytes(const ImageShape &shape) {
  for (const int extent : shape.extent)
    if (extent == 0)
      return 0;
  return static_cast<size_t>(shape.extent[2] - 1) * shape.slicePitch +
         static_cast<size_t>(shape.extent[1] - 1) * shape.rowPitch +
         static_cast<size_t>(shape.extent[0]) * static_cast<size_t>(shape.pixelSize);
}

/// @{ The memory that an accessor of an image uses, as that of a buffer.
URSA_SYCL_EXPORT std::shared_ptr<Requirement>
makeImageRequirement(const std::shared_ptr<BufferImpl> &memory, const ImageShape &shape, bool reads,
                     bool writes, bool isForHostTask);
URSA_SYCL_EXPORT std::shared_ptr<void>
beginImageHostAccess(const std::shared_ptr<BufferImpl> &memory, const ImageShape &shape, bool reads,
                     bool writes, void **address);
/// @}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
