#include "adapters/cuda/enqueue.h"

#include "adapters/cuda/context.h"
#include "adapters/cuda/graph.h"
#include "adapters/cuda/queue.h"

namespace ursa::cuda {

using adapter::Ref;

namespace {

constexpr uint32_t kBatch = 64; ///< commands

} // namespace

// This command has its number already.
Result<bool> Submission::isIdle() const {
  return hasWaits ? stream.askIdle(stream.issued - 1) : stream.isIdle(stream.issued - 1);
}

// Events of other streams come first: they may lock those.
Result<Command> Command::submit(ur_queue_handle_t_ &queue, Stream &stream, Markers after,
                                const GiveRef *give, CommandTimes *times, bool isMarked,
                                bool isBlocking) {
  NativeContext &native = queue.native;
  adapter::InlineVector<CUevent, 3> events;
  for (const MarkerPointer &marker : after)
    if (marker->stream.get() != &stream) {
      URSA_TRY(CUevent event, marker->event());
      events.push_back(event);
    }
  Command command;
  const std::lock_guard guard(stream.mutex);
  if (isMarked && stream.lastRecorded && !stream.lastRecorded->isKnownReached())
    after.push_back(stream.lastRecorded);
  URSA_CHECK(stream.begin());
  stream.batch.hold(&queue);
  for (CUevent event : events)
    URSA_CHECK(native.check(cu().cuStreamWaitEvent(stream.native, event, 0), "cuStreamWaitEvent"));
  if (times && give) {
    URSA_TRY(times->begin, native.record(stream.native, /*isTimed=*/true));
  }
  Submission submission{native, stream, stream.batch, !events.empty(), isBlocking};
  if (give) {
    URSA_CHECK((*give)(submission));
    command.afterwards = std::move(submission.afterwards);
  }
  if (times || submission.needsMarker) {
    URSA_TRY(command.done, stream.record(times != nullptr));
    if (times)
      times->end = command.done;
  } else if (isMarked) {
    command.done = stream.mark();
  }
  if (submission.needsMarker || stream.batch.commands >= kBatch) {
    URSA_CHECK(stream.closeBatch());
    command.hasClosedBatch = true;
  }
  command.after = std::move(after);
  return command;
}

namespace {

// The driver copies memory that it does not know while the call waits. That is right for a blocking
// command, once everything before it is complete.
Result<void> waitBefore(const ur_queue_handle_t_ &queue, const Markers &after) {
  for (const MarkerPointer &marker : after)
    URSA_CHECK(marker->wait());
  if (!queue.inOrder)
    return {};
  Stream &stream = *queue.streams()[0];
  bool isComplete = false;
  {
    const std::lock_guard guard(stream.mutex);
    isComplete = stream.isKnownIdle(stream.issued);
  }
  return isComplete ? Result<void>() : stream.finish();
}

Result<Ref<ur_event_handle_t_>> makeEvent(const EnqueueParameters &parameters,
                                          std::shared_ptr<CommandTimes> &times) {
  const ur_queue_handle_t_ &queue = *parameters.queue;
  auto event =
      parameters.signals
          ? Ref<ur_event_handle_t_>(parameters.signals)
          : Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(queue.context, parameters.type));
  if (queue.profiling || parameters.isTimestamp || event->isProfiled) {
    URSA_TRY(auto clock, queue.native.clock());
    times = std::make_shared<CommandTimes>(std::move(clock), parameters.isTimestamp);
  }
  return event;
}

/// Enqueues a command that waits for no event and has none, of a queue whose commands run in order.
Result<void> enqueuePlain(ur_queue_handle_t_ &queue, const GiveRef &give) {
  NativeContext &native = queue.native;
  URSA_TRY(const Current current, native.enter());
  Stream &stream = queue.onlyStream();
  bool closesBatch = false;
  {
    const std::lock_guard guard(stream.mutex);
    URSA_CHECK(stream.begin());
    stream.batch.hold(&queue);
    Submission submission{native, stream, stream.batch};
    URSA_CHECK(give(submission));
    closesBatch = submission.needsMarker || stream.batch.commands >= kBatch;
    if (closesBatch)
      URSA_CHECK(stream.closeBatch());
  }
  if (closesBatch)
    native.reclaim(stream);
  return {};
}

} // namespace

Result<void> enqueue(const EnqueueParameters &parameters, const WorkPointer &work) {
  if (Captures::mayCapture(parameters)) {
    URSA_TRY(const bool isCaptured, Captures::add(parameters, work));
    if (isCaptured)
      return {};
  }
  if (!work)
    return enqueue(parameters, nullptr, false);
  const auto give = [&](Submission &at) {
    for (const auto &keep : work->keeps)
      at.batch.keep(keep);
    return work->submit(at);
  };
  const GiveRef reference(give);
  return enqueue(parameters, &reference, work->usesPageableMemory);
}

Result<void> enqueue(const EnqueueParameters &parameters, const GiveRef *give,
                     bool usesPageableMemory) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  if (give && queue.inOrder && parameters.waitCount == 0 && !parameters.phEvent &&
      !parameters.blocking)
    return enqueuePlain(queue, *give);
  NativeContext &native = queue.native;
  URSA_CHECK(native.checkNotLost());
  URSA_TRY(Markers after, collectWaits(parameters.waitCount, parameters.waitList));
  if (!give && !parameters.phEvent && !parameters.blocking && queue.inOrder && after.empty())
    return {};
  URSA_TRY(const Current current, native.enter());
  if (parameters.blocking && usesPageableMemory)
    URSA_CHECK(waitBefore(queue, after));
  Ref<ur_event_handle_t_> event;
  std::shared_ptr<CommandTimes> times;
  if (parameters.phEvent) {
    URSA_TRY(event, makeEvent(parameters, times));
  }
  Command command;
  Stream *stream = nullptr;
  {
    const std::lock_guard guard(queue.mutex);
    URSA_TRY(stream, queue.next());
    const bool blocksQueue = !queue.inOrder && parameters.blocksQueue;
    if (!queue.inOrder && parameters.waitsForAll) {
      URSA_TRY(const Markers all, queue.all(*stream));
      for (const MarkerPointer &marker : all)
        after.push_back(marker);
    } else if (queue.floor) {
      after.push_back(queue.floor);
    }
    URSA_TRY(command, Command::submit(queue, *stream, std::move(after), give, times.get(),
                                      event || blocksQueue, parameters.blocking));
    if (blocksQueue)
      queue.floor = command.done;
  }
  if (event)
    event->set({&queue, std::move(command.after), command.done, std::move(times)});
  if (parameters.blocking) {
    URSA_CHECK(stream->finish());
    if (command.afterwards)
      command.afterwards();
  }
  if (parameters.blocking || command.hasClosedBatch)
    native.reclaim(*stream);
  if (event && !parameters.signals)
    *parameters.phEvent = event.detach();
  return {};
}

} // namespace ursa::cuda
