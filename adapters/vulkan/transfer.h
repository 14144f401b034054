// Copies and fills between device and host memory, as steps of commands.
#pragma once

#include "adapters/vulkan/context.h"
#include "adapters/vulkan/enqueue.h"

namespace ursa::vulkan {

/// A location of bytes: in a suballocation, or in memory that only the host can access.
struct Place {
  std::shared_ptr<Suballocation> suballocation;
  uint64_t offset = 0;       ///< from the suballocation's first byte
  std::byte *host = nullptr; ///< null if the host cannot access it

  static Place of(std::shared_ptr<Suballocation> suballocation, uint64_t offset);
  static Place ofHost(void *memory) { return {nullptr, 0, static_cast<std::byte *>(memory)}; }
  /// A USM allocation of the context if the pointer is in one, otherwise host memory.
  static Place ofPointer(const ur_context_handle_t_ &context, const void *pointer);

  Place operator+(uint64_t bytes) const {
    return {suballocation, offset + bytes, host ? host + bytes : nullptr};
  }
};

/// Rows of bytes; the first begins at the place.
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

/// Ranges may overlap if they are single rows. Fails only if staging memory cannot be allocated.
WorkResult makeCopy(ur_device_handle_t_ &device, const Rows &to, const Rows &from,
                    const Extent &extent, std::vector<std::shared_ptr<const void>> keeps = {});
inline WorkResult makeCopy(ur_device_handle_t_ &device, const Place &to, const Place &from,
                           uint64_t size, std::vector<std::shared_ptr<const void>> keeps = {}) {
  return makeCopy(device, {to, size, size}, {from, size, size}, {size, 1, 1}, std::move(keeps));
}

/// Copies, and returns when the copy is complete.
Result<void> copyNow(ur_context_handle_t_ &context, const Place &to, const Place &from,
                     uint64_t size);
/// Fills with zeros, and returns when the fill is complete.
Result<void> zeroNow(ur_context_handle_t_ &context, const Place &place, uint64_t size);

/// Fills rows with copies of a pattern, which continues from row to row. The pattern is copied by
/// this call.
/// @param patternSize divides the total size of the rows
WorkResult makeFill(ur_device_handle_t_ &device, const Rows &to, const Extent &extent,
                    const void *pattern, size_t patternSize,
                    std::vector<std::shared_ptr<const void>> keeps = {});

} // namespace ursa::vulkan
