// Checks the parameters of buffer and USM commands before the driver sees them.
#pragma once

#include "adapters/common/buffer_rect.h"
#include "adapters/common/memory_checks.h"
#include "adapters/opencl/memory/memory.h"

#include <array>

namespace ursa::opencl {

inline Result<void> checkBuffer(ur_mem_handle_t buffer) {
  return adapter::checkIsBuffer<&Memory::isImage>(buffer);
}

inline Result<void> checkRange(ur_mem_handle_t buffer, size_t offset, size_t size) {
  URSA_CHECK(checkBuffer(buffer));
  return adapter::checkPart(buffer->size, offset, size);
}

inline Result<void> checkBox(ur_mem_handle_t buffer, const adapter::PitchedBox &box,
                             const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffer(buffer));
  URSA_TRY([[maybe_unused]] const auto complete,
           adapter::completeBufferBox(box, region, buffer->size));
  return {};
}

inline Result<void> checkHostBox(const void *memory, const adapter::PitchedBox &box,
                                 const ur_rect_region_t &region) {
  URSA_CHECK(adapter::checkPointer(memory, "of the host memory"));
  URSA_TRY([[maybe_unused]] const auto complete, adapter::completeBox(box, region));
  return {};
}

inline std::array<size_t, 3> originOf(const ur_rect_offset_t &offset) {
  return {offset.x, offset.y, offset.z};
}
inline std::array<size_t, 3> regionOf(const ur_rect_region_t &region) {
  return {region.width, region.height, region.depth};
}

} // namespace ursa::opencl
