// The work of copies and fills. Pageable host memory is copied through pinned
// memory, unless nothing before the copy is in flight: the driver would read or write it while the
// command is enqueued, and not when the stream reaches it.
#pragma once

#include "adapters/common/memory_work.h"
#include "adapters/cuda/queue/enqueue.h"

namespace ursa::cuda {

/// An address of the unified address space: of any memory of the driver or of the host.
struct Location {
  CUdeviceptr address = 0;

  Location operator+(uint64_t bytes) const { return {address + bytes}; }
  void *host() const { return reinterpret_cast<void *>(address); }
};
using Rows = adapter::Rows<Location>;
using adapter::Extent;

/// The work of a copy.
Result<WorkPointer> makeCopy(NativeContext &native, const Rows &to, const Rows &from,
                             const Extent &extent, Keeps keeps);

/// Enqueues a copy of USM or host memory. The queue and the events of the wait list are not being
/// captured. Faster than a command with work of its own.
Result<void> enqueueCopy(const EnqueueParameters &parameters, void *to, const void *from,
                         size_t size);

/// The work of a fill; the pattern is copied, and continues from row to row.
Result<WorkPointer> makeFill(NativeContext &native, const Rows &to, const Extent &extent,
                             const void *pattern, size_t patternSize, Keeps keeps);

/// Copies rows of host memory, on the driver's thread when the stream reaches it. The caller keeps
/// the memory until then.
Result<void> copyOnHost(Submission &at, const Rows &to, const Rows &from, const Extent &extent);

/// Does work in a stream of its own, and waits for it.
Result<void> runNow(NativeContext &native, const Work &work);

/// The traits of adapters/common for commands on memory.
struct Commands : adapter::HandleTypes {
  using WorkPointer = cuda::WorkPointer;
  using Location = cuda::Location;

  static Result<void> checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer);
  static Result<void> checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                   ur_mem_handle_t destination);
  static Location bufferLocation(ur_mem_handle_t buffer, size_t offset);
  static Location hostLocation(const void *address) {
    return {reinterpret_cast<CUdeviceptr>(address)};
  }
  static Location usmLocation(ur_context_handle_t, const void *address) {
    return hostLocation(address);
  }
  static WorkResult copy(ur_context_handle_t context, const Rows &to, const Rows &from,
                         const Extent &extent, const adapter::UsedBuffers &buffers);
  static WorkResult fill(ur_context_handle_t context, const Rows &to, const Extent &extent,
                         const void *pattern, size_t patternSize,
                         const adapter::UsedBuffers &buffers);
  static Result<void> enqueue(const EnqueueParameters &parameters, const cuda::WorkPointer &work) {
    return cuda::enqueue(parameters, work);
  }
};

} // namespace ursa::cuda
