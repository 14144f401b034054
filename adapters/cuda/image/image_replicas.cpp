#include "adapters/cuda/image/image_replicas.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/image/image_copy.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

/// Guards the states of replicas while launches are submitted to streams. Acquired after the mutex
/// of a stream.
std::mutex replicaMutex; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

Result<void> copyAll(const ImageMemoryPointer &to, const ImageMemoryPointer &from, Submission &at) {
  const ImageShape &shape = from->shape;
  ImageCopy copy;
  copy.to.image = to;
  copy.from.image = from;
  copy.extent = {shape.width * from->pixel.bytes, shape.rows(), shape.slices()};
  URSA_TRY(const WorkPointer work, makeImageCopy(at.native, std::move(copy)));
  return work->submit(at);
}

Result<void> submitAll(std::span<const UsedImage> images, Submission &at, const SubmitRef &kernel) {
  for (const UsedImage &image : images)
    if (image.replica)
      URSA_CHECK(image.replicas->update(*image.replica, at));
  URSA_CHECK(kernel(at));
  for (const UsedImage &image : images)
    if (image.isWritten && image.replica)
      URSA_CHECK(image.replicas->writeBack(*image.replica, at));
  return {};
}

} // namespace

Result<ImageReplicas::Replica *> ImageReplicas::on(NativeContext &native) {
  const std::lock_guard guard(mutex_);
  Replica &replica = replicas_[&native];
  if (!replica.image) {
    const ImageShape &shape = first_->shape;
    URSA_CHECK(checkLimits(shape, arrayLimits(native.device, shape.type, /*isMipmap=*/false)));
    URSA_TRY(const Current current, native.enter());
    URSA_TRY(ImageMemoryPointer pixels,
             allocateImageMemory(native, first_->format, first_->pixel, shape));
    URSA_TRY(replica.image, makeDeviceImage(std::move(pixels)));
  }
  return &replica;
}

void ImageReplicas::noteWrite(Submission &at) {
  if (at.isRecorded)
    return noteOtherWriters();
  const auto done = at.stream.record(/*isTimed=*/false);
  const std::lock_guard guard(replicaMutex);
  noteWrite(done ? *done : nullptr);
}

void ImageReplicas::noteWrite(MarkerPointer done) {
  ++version_;
  if (!done)
    return noteOtherWriters();
  std::erase_if(writes_, [](const auto &write) { return write->ask() == Marker::Answer::Reached; });
  writes_.push_back(std::move(done));
}

/// Returns whether what the stream gets now is known to follow all writes.
bool ImageReplicas::areWritesBefore(const Submission &at) const {
  return std::ranges::all_of(writes_, [&](const auto &write) {
    return write->stream.get() == &at.stream || write->ask() == Marker::Answer::Reached;
  });
}

// A graph is recorded once and executed later: what a replica has then is not known.
Result<void> ImageReplicas::update(Replica &replica, Submission &at) {
  if (const MarkerPointer &used = replica.used;
      used && !at.isRecorded && used->stream.get() != &at.stream && !used->isKnownReached()) {
    URSA_TRY(const CUevent event, used->event());
    URSA_CHECK(
        at.native.check(cu().cuStreamWaitEvent(at.stream.native, event, 0), "cuStreamWaitEvent"));
  }
  if (!at.isRecorded && !hasOtherWriters_ && replica.version == version_)
    return {};
  const bool isKnown = !at.isRecorded && areWritesBefore(at);
  replica.version = 0; // also after a failure
  URSA_CHECK(copyAll(replica.image->pixels, first_, at));
  if (isKnown)
    replica.version = version_;
  return {};
}

Result<void> ImageReplicas::writeBack(Replica &replica, Submission &at) {
  replica.version = 0; // also after a failure
  URSA_CHECK(copyAll(first_, replica.image->pixels, at));
  if (!at.isRecorded)
    replica.version = version_ + 1; // after noteWrite
  return {};
}

Result<void> submitWithImages(std::span<const UsedImage> images, Submission &at,
                              const SubmitRef &kernel) {
  const std::lock_guard guard(replicaMutex);
  auto submitted = submitAll(images, at, kernel);
  if (at.isRecorded) {
    for (const UsedImage &image : images)
      if (image.isWritten)
        image.replicas->noteOtherWriters();
    return submitted;
  }
  if (std::ranges::none_of(images,
                           [](const auto &image) { return image.replica || image.isWritten; }))
    return submitted;
  // With an event: later launches wait for it while their own stream is locked.
  auto used = at.stream.record(/*isTimed=*/false);
  for (const UsedImage &image : images) {
    if (image.isWritten)
      image.replicas->noteWrite(used ? *used : nullptr);
    if (!image.replica)
      continue;
    if (!submitted || !used)
      image.replica->version = 0;
    if (used)
      image.replica->used = *used;
  }
  return submitted && !used ? Result<void>(used.error()) : std::move(submitted);
}

} // namespace ursa::cuda
