// Copies of consecutive bytes between buffers, as regions that drivers can copy.
#pragma once

#include <volk.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ursa::vulkan {

/// The most bytes of a region: lavapipe (Mesa 22.3) crashes on regions of 2 GiB and more.
inline constexpr uint64_t kMostRegionBytes = uint64_t{1} << 30;

/// Appends the regions that copy bytes.
/// @param copy offsets and size in bytes
inline void appendRegions(std::vector<VkBufferCopy> &regions, const VkBufferCopy &copy) {
  for (uint64_t done = 0; done < copy.size; done += kMostRegionBytes)
    regions.push_back({copy.srcOffset + done, copy.dstOffset + done,
                       std::min(copy.size - done, kMostRegionBytes)});
}

} // namespace ursa::vulkan
