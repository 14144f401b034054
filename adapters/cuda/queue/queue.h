// Queues: one stream if commands run in order, otherwise a few, among which commands are spread.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

namespace ursa::cuda {

struct Queue : adapter::HandleBase {
  /// @param stream the first stream
  Queue(ur_context_handle_t hContext, NativeContext &context, ur_queue_flags_t queueFlags,
        StreamPointer stream);
  ~Queue();

  using Streams = ursa::InlineVector<StreamPointer, 4>;

  /// @name Call with the mutex held and the driver's context current.
  /// @{
  /// Returns the stream for the next command. Out of order, none before it waits for the host as
  /// long as there are not too many that do.
  Result<Stream *> next();
  /// Returns markers after everything in the streams.
  /// @param without the stream that is left out; null for none
  Result<Markers> all(const Stream *without) const;
  /// @}
  /// @name Host tasks that have not ended, and commands that are held back. Call with the mutex
  /// held.
  /// @{
  HeldMarkers::iterator addHeld(MarkerPointer done);
  void removeHeld(HeldMarkers::iterator held);
  bool hasHeld() const { return heldCount_ != 0; }
  Markers held() const;
  /// @}
  /// Returns the first stream, the only one of a queue whose commands run in order. Needs no lock.
  Stream &onlyStream() const { return *streams_[0]; }
  /// Returns the streams in use.
  Streams streams() const;
  /// Waits for everything in a queue out of order.
  Result<void> finish();
  /// Returns whether nothing is in flight. The driver's context is current.
  Result<bool> isEmpty();

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
  const bool holdsBack; ///< host tasks hold commands back, not streams

  adapter::CaptureSlot captureSlot;

  mutable std::mutex mutex; ///< guards the members below; held during submission
  MarkerPointer floor;      ///< later commands wait for this; null for nothing

private:
  Result<Stream *> nextExtra();
  void returnExtra();

  CUstream nativeCapture_ = nullptr;
  std::array<StreamPointer, 4> streams_; ///< null before they are needed
  std::vector<StreamPointer> extra_;     ///< needed while those wait for the host
  size_t next_ = 0;
  size_t nextExtra_ = 0;
  size_t heldCount_ = 0;
  std::atomic<uint32_t> users_ = 1;
};

/// Creates a queue. The context has the device.
Result<ur_queue_handle_t> makeQueue(ur_context_handle_t_ &context, ur_device_handle_t_ &device,
                                    ur_queue_flags_t flags);

} // namespace ursa::cuda

struct ur_queue_handle_t_ : ursa::cuda::Queue {
  using ursa::cuda::Queue::Queue;
};
