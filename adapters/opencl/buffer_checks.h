// What is checked of commands on buffers and USM before the driver sees them.
#pragma once

#include "adapters/common/buffer_rect.h"
#include "adapters/opencl/memory.h"

#include <array>

namespace ursa::opencl {

inline Result<void> checkBuffer(ur_mem_handle_t buffer) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  if (buffer->isImage)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is an image, no buffer.");
  return {};
}

inline Result<void> checkRange(ur_mem_handle_t buffer, size_t offset, size_t size) {
  URSA_CHECK(checkBuffer(buffer));
  if (size == 0 || offset > buffer->size || size > buffer->size - offset)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} do not lie in the buffer of {} bytes.", size, offset,
                     buffer->size);
  return {};
}

inline Result<void> checkBox(ur_mem_handle_t buffer, const ur_rect_offset_t &origin,
                             const ur_rect_region_t &region, size_t rowPitch, size_t slicePitch) {
  URSA_CHECK(checkBuffer(buffer));
  URSA_CHECK(adapter::checkRegion(region));
  URSA_CHECK(adapter::completePitches(rowPitch, slicePitch, region));
  return adapter::checkRect(origin, rowPitch, slicePitch, region, buffer->size);
}

inline Result<void> checkHostBox(const void *memory, const ur_rect_region_t &region,
                                 size_t rowPitch, size_t slicePitch) {
  URSA_CHECK(adapter::checkPointer(memory, "of the host memory"));
  URSA_CHECK(adapter::checkRegion(region));
  return adapter::completePitches(rowPitch, slicePitch, region);
}

inline std::array<size_t, 3> originOf(const ur_rect_offset_t &offset) {
  return {offset.x, offset.y, offset.z};
}
inline std::array<size_t, 3> regionOf(const ur_rect_region_t &region) {
  return {region.width, region.height, region.depth};
}

} // namespace ursa::opencl
