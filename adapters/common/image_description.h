// What is checked of an image's description, whatever the device.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// That it is a description of an image as core UR has them: neither mip levels nor samples, and
/// pitches only with host memory. Errors: UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR.
Result<void> checkImageDescription(const ur_image_desc_t &description, const void *host);

/// How far rows and slices of host memory are apart, in bytes.
struct HostPitches {
  size_t row = 0;
  size_t slice = 0;
};

/// The pitches of a transfer's host memory, with those of 0 filled in: there are no gaps then. The
/// layers of a 1D array, of one row each, are a slice pitch apart, as OpenCL has it.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE when they do not suit the region.
Result<HostPitches> hostPitches(bool is1DArray, size_t pixelBytes, const ur_rect_region_t &region,
                                size_t rowPitch, size_t slicePitch);

} // namespace ursa::adapter
