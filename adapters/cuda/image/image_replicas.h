// Images in contexts with several devices. The pixels of an image lie on the first device, where
// commands read and write them. A launch on another device has a replica there: the pixels are
// copied to it before the kernel, if commands wrote to the image since the last time, and back
// after the kernel, if it may write them. Both are part of the command, so that what follows it by
// an event or in its queue sees the image as the kernel left it.
#pragma once

#include "adapters/cuda/image/mem_image.h"
#include "adapters/cuda/queue/enqueue.h"

#include <atomic>
#include <map>
#include <mutex>
#include <span>

namespace ursa::cuda {

class ImageReplicas {
public:
  /// @param first the pixels on the first device
  explicit ImageReplicas(ImageMemoryPointer first) : first_(std::move(first)) {}

  /// A replica, and which state of the image it has.
  struct Replica {
    DeviceImagePointer image;
    uint64_t version = 0; ///< 0: none
    MarkerPointer used;   ///< after the last launch that used it; null for none
  };

  /// Returns the replica on a device, which is not the first. Makes it at the first call. Thread
  /// safe.
  Result<Replica *> on(NativeContext &native);

  /// Notes that a command writes to the pixels on the first device. Call after it was submitted
  /// to a stream, also if that failed. Thread safe.
  void noteWrite(Submission &at);
  /// Notes that others write to the pixels on the first device, too, now or later: graphs, or the
  /// application by the native handle. Thread safe.
  void noteOtherWriters() { hasOtherWriters_ = true; }

  /// @name Call while a launch that uses the replica is submitted, with replicaMutex locked
  /// @{
  /// Submits the copy that brings the replica up to date.
  Result<void> update(Replica &replica, Submission &at);
  /// Submits the copy from the replica to the first device.
  Result<void> writeBack(Replica &replica, Submission &at);
  /// Notes a command that writes to the pixels on the first device.
  /// @param done after it, with an event; null if there is none
  void noteWrite(MarkerPointer done);
  /// @}

private:
  bool areWritesBefore(const Submission &at) const;

  const ImageMemoryPointer first_;
  std::mutex mutex_;                            ///< guards replicas_
  std::map<NativeContext *, Replica> replicas_; ///< Their states: replicaMutex.
  uint64_t version_ = 1;              ///< counts the commands that write; guarded by replicaMutex
  std::vector<MarkerPointer> writes_; ///< those that may be in flight; the same
  std::atomic<bool> hasOtherWriters_ = false;
};

/// An image among the arguments of a launch, in a context with several devices. The launch retains
/// the image.
struct UsedImage {
  ImageReplicas *replicas;
  ImageReplicas::Replica *replica; ///< null: the pixels on the first device
  bool isWritten;                  ///< the kernel may write them
};

/// Submits a kernel, with the copies that its images need before and after it.
Result<void> submitWithImages(std::span<const UsedImage> images, Submission &at,
                              const SubmitRef &kernel);

} // namespace ursa::cuda
