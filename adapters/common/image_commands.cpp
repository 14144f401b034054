#include "adapters/common/image_commands.h"

namespace ursa::adapter {

Result<void> checkImageRegion(const ImageLayout &image, const ImageRegion &region) {
  const auto &[origin, size] = region;
  const std::array<uint64_t, 3> from = {origin.x, origin.y, origin.z};
  const std::array<uint64_t, 3> extent = {size.width, size.height, size.depth};
  for (unsigned axis = 0; axis < 3; ++axis)
    if (extent[axis] == 0 || from[axis] > image.extent[axis] ||
        extent[axis] > image.extent[axis] - from[axis])
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "A region of {} x {} x {} at {}, {}, {} does not lie in an {} of {} x {} x "
                       "{}.",
                       size.width, size.height, size.depth, origin.x, origin.y, origin.z,
                       imageTypeName(image.type), image.extent[0], image.extent[1],
                       image.extent[2]);
  return {};
}

Result<void> checkSameFormat(const ImageLayout &from, const ImageLayout &to) {
  if (from.format.channelOrder != to.format.channelOrder ||
      from.format.channelType != to.format.channelType)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "The images to copy between have different formats.");
  return {};
}

Result<void> checkNoOverlap(const ur_rect_offset_t &a, const ur_rect_offset_t &b,
                            const ur_rect_region_t &size) {
  const auto near = [](uint64_t first, uint64_t second, uint64_t extent) {
    return first < second + extent && second < first + extent;
  };
  if (near(a.x, b.x, size.width) && near(a.y, b.y, size.height) && near(a.z, b.z, size.depth))
    return makeError(UR_RESULT_ERROR_OVERLAPPING_REGIONS,
                     "The regions to copy inside an image overlap.");
  return {};
}

} // namespace ursa::adapter
