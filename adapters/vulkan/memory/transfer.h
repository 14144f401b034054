// Copies and fills between device and host memory, as steps of commands.
#pragma once

#include "adapters/common/memory_work.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/queue/enqueue.h"

namespace ursa::vulkan {

/// A location of bytes: in a suballocation, or in memory that only the host can access.
struct Location {
  std::shared_ptr<Suballocation> suballocation;
  uint64_t offset = 0;       ///< from the suballocation's first byte
  std::byte *host = nullptr; ///< null if the host cannot access it

  static Location of(std::shared_ptr<Suballocation> suballocation, uint64_t offset);
  static Location ofHost(void *memory) { return {nullptr, 0, static_cast<std::byte *>(memory)}; }
  /// A USM allocation of the context if the pointer is in one, otherwise host memory.
  static Location ofPointer(const ur_context_handle_t_ &context, const void *pointer);

  Location operator+(uint64_t bytes) const {
    return {suballocation, offset + bytes, host ? host + bytes : nullptr};
  }
};

using Rows = adapter::Rows<Location>;
using adapter::Extent;

/// Ranges may overlap if they are single rows. Fails only if staging memory cannot be allocated.
WorkResult makeCopy(ur_device_handle_t_ &device, const Rows &to, const Rows &from,
                    const Extent &extent, Keeps keeps = {});
inline WorkResult makeCopy(ur_device_handle_t_ &device, const Location &to, const Location &from,
                           uint64_t size, Keeps keeps = {}) {
  return makeCopy(device, {to, size, size}, {from, size, size}, {size, 1, 1}, std::move(keeps));
}

/// Copies, and returns when the copy is complete.
Result<void> copyNow(ur_context_handle_t_ &context, const Location &to, const Location &from,
                     uint64_t size);
/// Fills with zeros, and returns when the fill is complete.
Result<void> zeroNow(ur_context_handle_t_ &context, const Location &location, uint64_t size);

/// Fills rows with copies of a pattern, which continues from row to row. The pattern is copied by
/// this call.
/// @param patternSize divides the total size of the rows
WorkResult makeFill(ur_device_handle_t_ &device, const Rows &to, const Extent &extent,
                    const void *pattern, size_t patternSize, Keeps keeps = {});

/// See adapters/common: memory_work.h.
struct Commands : adapter::HandleTypes {
  using WorkPointer = vulkan::WorkPointer;
  using Location = vulkan::Location;

  static Result<void> enqueue(const EnqueueParameters &parameters, WorkPointer work) {
    return vulkan::enqueue(parameters, std::move(work));
  }
  static Result<void> checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer);
  static Result<void> checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                   ur_mem_handle_t destination);
  static Location bufferLocation(ur_mem_handle_t buffer, size_t offset);
  static Location hostLocation(const void *address) {
    return Location::ofHost(const_cast<void *>(address));
  }
  static Location usmLocation(ur_context_handle_t context, const void *address) {
    return Location::ofPointer(*context, address);
  }
  static WorkResult copy(ur_context_handle_t context, const Rows &to, const Rows &from,
                         const Extent &extent, const adapter::UsedBuffers &buffers);
  static WorkResult fill(ur_context_handle_t context, const Rows &to, const Extent &extent,
                         const void *pattern, size_t patternSize,
                         const adapter::UsedBuffers &buffers);
};

/// Retains a buffer.
std::shared_ptr<const void> retainBuffer(ur_mem_handle_t buffer);

} // namespace ursa::vulkan
