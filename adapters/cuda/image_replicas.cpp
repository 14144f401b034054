#include "adapters/cuda/image_replicas.h"

#include "adapters/cuda/context.h"
#include "adapters/cuda/device.h"
#include "adapters/cuda/image_copy.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

/// Guards the states of replicas while launches are given to streams. Acquired after the mutex of
/// a stream.
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

Result<void> giveAll(std::span<const UsedImage> images, Submission &at, const GiveRef &kernel) {
  for (const UsedImage &image : images)
    if (image.replica)
      URSA_CHECK(image.replicas->update(*image.replica, at));
  URSA_CHECK(kernel(at));
  for (const UsedImage &image : images)
    if (image.isWritten && image.replica)
      URSA_CHECK(image.replicas->writeBack(*image.replica, at));
    else if (image.isWritten)
      image.replicas->noteWrite(at);
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

// A graph is recorded once and executed later: what a replica has then is not known.
Result<void> ImageReplicas::update(Replica &replica, Submission &at) {
  const uint64_t version = version_;
  if (const MarkerPointer &used = replica.used;
      used && !at.isRecorded && used->stream.get() != &at.stream && !used->isKnownReached()) {
    URSA_TRY(const CUevent event, used->event());
    URSA_CHECK(
        at.native.check(cu().cuStreamWaitEvent(at.stream.native, event, 0), "cuStreamWaitEvent"));
  }
  if (!at.isRecorded && !hasOtherWriters_ && replica.version == version)
    return {};
  URSA_CHECK(copyAll(replica.image->pixels, first_, at));
  replica.version = at.isRecorded ? 0 : version;
  return {};
}

Result<void> ImageReplicas::writeBack(Replica &replica, Submission &at) {
  replica.version = 0; // also after a failure
  noteWrite(at);
  const uint64_t version = version_;
  URSA_CHECK(copyAll(first_, replica.image->pixels, at));
  if (!at.isRecorded)
    replica.version = version;
  return {};
}

Result<void> giveWithImages(std::span<const UsedImage> images, Submission &at,
                            const GiveRef &kernel) {
  const std::lock_guard guard(replicaMutex);
  auto given = giveAll(images, at, kernel);
  const bool usesReplicas =
      std::any_of(images.begin(), images.end(), [](const auto &image) { return image.replica; });
  if (!usesReplicas || at.isRecorded)
    return given;
  // With an event: later launches wait for it while their own stream is locked.
  auto used = at.stream.record(/*isTimed=*/false);
  for (const UsedImage &image : images) {
    if (!image.replica)
      continue;
    if (!given || !used)
      image.replica->version = 0;
    if (used)
      image.replica->used = *used;
  }
  return given && !used ? Result<void>(used.error()) : std::move(given);
}

} // namespace ursa::cuda
