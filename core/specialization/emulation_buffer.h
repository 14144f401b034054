// The device copy of an immutable value blob: the implicit last argument of emulated kernels.
//
// A launch sees the values that were in force when it was enqueued, also when others are set while
// it runs. So a copy is never written again; when nobody refers to it any more, it is retired: a
// marker is put into each queue that it was launched on, and the memory is released once the
// markers have been passed.
#pragma once

#include "core/specialization/layout.h"
#include "core/support/result.h"

#include <memory>
#include <mutex>
#include <vector>

namespace ursa {

class EmulationBuffer {
public:
  /// Copies the blob into memory of the context. Also releases retired memory that is done with.
  static Result<std::shared_ptr<EmulationBuffer>> create(ur_context_handle_t context,
                                                         ValueBlob blob);
  ~EmulationBuffer();
  EmulationBuffer(const EmulationBuffer &) = delete;
  EmulationBuffer &operator=(const EmulationBuffer &) = delete;

  const ValueBlob &blob() const { return blob_; }
  ur_mem_handle_t memory() const { return memory_; }

  /// Notes a queue before a launch on it; holds a reference to the queue. Thread safe.
  Result<void> noteQueue(ur_queue_handle_t queue);

  /// Releases retired memory whose markers have been passed; @p wait waits for all of them.
  static void collect(bool wait);

private:
  EmulationBuffer(ValueBlob blob, ur_mem_handle_t memory)
      : blob_(std::move(blob)), memory_(memory) {}

  const ValueBlob blob_;
  const ur_mem_handle_t memory_;
  std::mutex mutex_; ///< guards queues_
  std::vector<ur_queue_handle_t> queues_;
};

} // namespace ursa
