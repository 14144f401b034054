// Formats and shapes of bindless images, in the driver's terms, and the limits of devices.
#pragma once

#include "adapters/cuda/driver/cu.h"
#include "ur_api.h"

namespace ursa::cuda {

/// A pixel as the driver stores it. The order of the channels is the application's affair.
struct PixelFormat {
  CUarray_format format = CU_AD_FORMAT_UNSIGNED_INT8;
  unsigned channels = 0;
  size_t bytes = 0;       ///< of a pixel
  bool isInteger = false; ///< samples are integers, not floats
};

/// Errors: UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT;
/// UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR for numbers that are not defined.
Result<PixelFormat> pixelFormat(const ur_image_format_t &format);

/// The extents of an image in pixels; 0 in dimensions that it does not have.
struct ImageShape {
  ur_mem_type_t type = UR_MEM_TYPE_IMAGE1D;
  size_t width = 0;
  size_t height = 0;
  size_t depth = 0;
  size_t layers = 0;   ///< of an array, or faces of a cubemap
  uint32_t levels = 1; ///< of a mipmap

  size_t rows() const { return height ? height : 1; }
  /// Returns how many slices a copy sees: planes or layers.
  size_t slices() const { return depth ? depth : layers ? layers : 1; }
  bool isMipmap() const { return levels > 1; }
  /// Returns the shape of one mip level.
  ImageShape level(uint32_t index) const;
};

/// Checks a description; ignores members that its type does not have. 0 and 1 mip levels, or
/// samples, mean the same. Errors: UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
/// UR_RESULT_ERROR_INVALID_IMAGE_SIZE, UR_RESULT_ERROR_UNSUPPORTED_FEATURE.
Result<ImageShape> imageShape(const ur_image_desc_t &description);

/// Returns the descriptor of an array, or of the first level of a mipmap.
CUDA_ARRAY3D_DESCRIPTOR arrayDescriptor(const ImageShape &shape, const PixelFormat &pixel);

/// The largest extents of an image; 0 in dimensions that it does not have.
struct ImageLimits {
  size_t width = 0;
  size_t height = 0;
  size_t slices = 0; ///< planes or layers
};
/// Returns the limits of arrays that are both sampled and written. Asks the driver.
ImageLimits arrayLimits(const ur_device_handle_t_ &device, ur_mem_type_t type, bool isMipmap);
/// Returns the limits of images over USM; 0 for types that have none.
ImageLimits linearLimits(const ur_device_handle_t_ &device, ur_mem_type_t type);

/// The most anisotropy of a sampler, as documented; there is no query.
inline constexpr uint32_t kMostAnisotropy = 16;

/// Returns whether samplers of cubemaps can filter across edges.
inline bool hasSeamlessCubemaps() { return cu().version >= 11060; }

/// Errors: UR_RESULT_ERROR_INVALID_IMAGE_SIZE with the extents.
Result<void> checkLimits(const ImageShape &shape, const ImageLimits &limits);

} // namespace ursa::cuda
