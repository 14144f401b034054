// Queues: one stream if commands run in order, otherwise a few, among which commands are spread.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

#include <array>
#include <atomic>
#include <mutex>

struct ur_queue_handle_t_ : ursa::adapter::HandleBase {
  /// @param stream the first stream
  ur_queue_handle_t_(ur_context_handle_t hContext, ursa::cuda::NativeContext &context,
                     ur_queue_flags_t queueFlags, ursa::cuda::StreamPointer stream);
  ~ur_queue_handle_t_();

  /// @name Call with the mutex held and the driver's context current.
  /// @{
  /// Returns the stream for the next command.
  ursa::Result<ursa::cuda::Stream *> next();
  /// Returns markers after everything in the other streams.
  ursa::Result<ursa::cuda::Markers> all(const ursa::cuda::Stream &stream) const;
  /// @}
  /// Returns the first stream, the only one of a queue whose commands run in order. Needs no lock.
  ursa::cuda::Stream &onlyStream() const { return *streams_[0]; }
  /// Returns the streams in use.
  std::array<ursa::cuda::StreamPointer, 4> streams() const;

  /// Sets the stream that is the native handle of the queue while a native command is captured, and
  /// returns the one before; null: none is.
  ursa::cuda::CUstream setNativeCapture(ursa::cuda::CUstream stream);
  ursa::cuda::CUstream nativeCapture() const;

  /// Counts a reference of the application, unless it has returned its last one.
  void addUser();
  /// Returns a reference of the application. With the last one its own streams are left: it may
  /// destroy them, even if events and commands keep the queue.
  void removeUser();

  const ur_context_handle_t context; ///< retained
  ursa::cuda::NativeContext &native;
  const ur_device_handle_t device;
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;

  ursa::adapter::CaptureSlot captureSlot;

  mutable std::mutex mutex;        ///< guards the members below; held during submission
  ursa::cuda::MarkerPointer floor; ///< later commands wait for this; null for nothing

private:
  ursa::cuda::CUstream nativeCapture_ = nullptr;
  std::array<ursa::cuda::StreamPointer, 4> streams_; ///< null before they are needed
  size_t next_ = 0;
  std::atomic<uint32_t> users_ = 1;
};

namespace ursa::cuda {

/// Creates a queue. The context has the device.
Result<ur_queue_handle_t> makeQueue(ur_context_handle_t_ &context, ur_device_handle_t_ &device,
                                    ur_queue_flags_t flags);

} // namespace ursa::cuda
