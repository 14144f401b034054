// Device-independent checks of image descriptions.
#pragma once

#include "support/result.h"
#include "ur_api.h"

#include <optional>
#include <string_view>

namespace ursa::adapter {

/// Returns the type's name in OpenCL C, as "image2d_array_t".
const char *imageTypeName(ur_mem_type_t type);
/// Returns the type of images for a parameter of that type in OpenCL C: that of 1D images for
/// "image1d_buffer_t", which UR does not have; nullopt for other names.
std::optional<ur_mem_type_t> imageTypeNamed(std::string_view name);

/// Checks that a description is valid for core UR: it has neither mip levels nor samples, and
/// pitches only with host memory. Errors: UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR.
Result<void> checkImageDescription(const ur_image_desc_t &description, const void *host);

/// The pitches of rows and slices in host memory, in bytes.
struct HostPitches {
  size_t row = 0;
  size_t slice = 0;
};

/// Returns the pitches of host memory in a transfer. A pitch of 0 means contiguous. The layers of a
/// 1D array, which have one row each, are a slice pitch apart, as in OpenCL.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE when the pitches do not fit the region.
Result<HostPitches> hostPitches(bool is1DArray, size_t pixelBytes, const ur_rect_region_t &region,
                                size_t rowPitch, size_t slicePitch);

} // namespace ursa::adapter
