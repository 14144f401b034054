// Queues: one stream if commands run in order, otherwise a few, among which commands are spread.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

#include <array>
#include <atomic>
#include <mutex>

namespace ursa::cuda {

struct Queue : adapter::HandleBase {
  /// @param stream the first stream
  Queue(ur_context_handle_t hContext, NativeContext &context, ur_queue_flags_t queueFlags,
        StreamPointer stream);
  ~Queue();

  /// @name Call with the mutex held and the driver's context current.
  /// @{
  /// Returns the stream for the next command.
  Result<Stream *> next();
  /// Returns markers after everything in the other streams.
  Result<Markers> all(const Stream &stream) const;
  /// @}
  /// Returns the first stream, the only one of a queue whose commands run in order. Needs no lock.
  Stream &onlyStream() const { return *streams_[0]; }
  /// Returns the streams in use.
  std::array<StreamPointer, 4> streams() const;

  /// Sets the stream that is the native handle of the queue while a native command is captured, and
  /// returns the one before; null: none is.
  CUstream setNativeCapture(CUstream stream);
  CUstream nativeCapture() const;

  /// Counts a reference of the application, unless it has returned its last one.
  void addUser();
  /// Returns a reference of the application. With the last one its own streams are left: it may
  /// destroy them, even if events and commands keep the queue.
  void removeUser();

  const ur_context_handle_t context; ///< retained
  NativeContext &native;
  const ur_device_handle_t device;
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;

  adapter::CaptureSlot captureSlot;

  mutable std::mutex mutex; ///< guards the members below; held during submission
  MarkerPointer floor;      ///< later commands wait for this; null for nothing

private:
  CUstream nativeCapture_ = nullptr;
  std::array<StreamPointer, 4> streams_; ///< null before they are needed
  size_t next_ = 0;
  std::atomic<uint32_t> users_ = 1;
};

/// Creates a queue. The context has the device.
Result<ur_queue_handle_t> makeQueue(ur_context_handle_t_ &context, ur_device_handle_t_ &device,
                                    ur_queue_flags_t flags);

} // namespace ursa::cuda

struct ur_queue_handle_t_ : ursa::cuda::Queue {
  using Queue::Queue;
};
