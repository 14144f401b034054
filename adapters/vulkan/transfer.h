// Copies and fills between memory of the device and memory of the host, as steps of commands.
#pragma once

#include "adapters/vulkan/context.h"
#include "adapters/vulkan/enqueue.h"

namespace ursa::vulkan {

/// Where bytes are: in a block, or in memory that only the host knows.
struct Place {
  std::shared_ptr<Block> block;
  uint64_t offset = 0;       ///< from the block's first byte
  std::byte *host = nullptr; ///< null when the host does not see it

  static Place of(std::shared_ptr<Block> block, uint64_t offset);
  static Place ofHost(void *memory) { return {nullptr, 0, static_cast<std::byte *>(memory)}; }
  /// A USM allocation of the context, else memory of the host.
  static Place ofPointer(const ur_context_handle_t_ &context, const void *pointer);

  Place operator+(uint64_t bytes) const {
    return {block, offset + bytes, host ? host + bytes : nullptr};
  }
};

/// Rows of bytes at a place; the first begins there.
struct Rows {
  Place place;
  uint64_t rowPitch = 0;
  uint64_t slicePitch = 0;
};

struct Extent {
  uint64_t width = 0; ///< bytes
  uint64_t height = 1;
  uint64_t depth = 1;

  uint64_t bytes() const { return width * height * depth; }
};

/// Ranges may overlap when they are single rows. Errors are those of allocating what is needed on
/// the way.
WorkResult makeCopy(ur_device_handle_t_ &device, const Rows &to, const Rows &from,
                    const Extent &extent, std::vector<std::shared_ptr<const void>> keeps = {});
inline WorkResult makeCopy(ur_device_handle_t_ &device, const Place &to, const Place &from,
                           uint64_t size, std::vector<std::shared_ptr<const void>> keeps = {}) {
  return makeCopy(device, {to, size, size}, {from, size, size}, {size, 1, 1}, std::move(keeps));
}

/// Copies now, and returns when it is done.
Result<void> copyNow(ur_context_handle_t_ &context, const Place &to, const Place &from,
                     uint64_t size);
/// Fills with zeros now, and returns when it is done.
Result<void> zeroNow(ur_context_handle_t_ &context, const Place &place, uint64_t size);

/// Fills rows with copies of a pattern, which goes on from row to row and is copied here.
/// @param patternSize divides the size of all rows together
WorkResult makeFill(ur_device_handle_t_ &device, const Rows &to, const Extent &extent,
                    const void *pattern, size_t patternSize,
                    std::vector<std::shared_ptr<const void>> keeps = {});

} // namespace ursa::vulkan
