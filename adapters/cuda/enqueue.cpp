#include "adapters/cuda/enqueue.h"

#include "adapters/cuda/context.h"
#include "adapters/cuda/queue.h"

namespace ursa::cuda {

using adapter::Ref;

Result<bool> Submission::isIdle() const {
  const CUresult code = cu().cuStreamQuery(stream.native);
  if (code == CUDA_ERROR_NOT_READY)
    return false;
  URSA_CHECK(native.check(code, "cuStreamQuery"));
  return true;
}

Result<Command> Command::submit(ur_queue_handle_t_ &queue, Stream &stream, Markers after,
                                const WorkPointer &work, CommandTimes *times) {
  NativeContext &native = queue.native;
  Keeps keeps;
  Command command;
  const std::lock_guard guard(stream.mutex);
  const auto give = [&]() -> Result<void> {
    for (const MarkerPointer &marker : after)
      URSA_CHECK(native.check(cu().cuStreamWaitEvent(stream.native, marker->native, 0),
                              "cuStreamWaitEvent"));
    MarkerPointer begin;
    if (times && work) {
      URSA_TRY(begin, native.record(stream.native, /*isTimed=*/true));
    }
    if (work) {
      keeps.push_back(work);
      Submission submission{native, stream, keeps};
      URSA_CHECK(work->submit(submission));
    }
    URSA_TRY(command.done, native.record(stream.native, times != nullptr));
    if (times) {
      times->begin = std::move(begin);
      times->end = command.done;
    }
    return {};
  };
  if (auto given = give(); !given) {
    // A part of the command may run.
    for (const auto &keep : keeps)
      stream.unfinished.push_back(keep);
    return given.error();
  }
  for (const auto &keep : stream.unfinished)
    keeps.push_back(keep);
  stream.unfinished.clear();
  keeps.push_back(std::make_shared<Ref<ur_queue_handle_t_>>(&queue));
  command.after = std::move(after);
  if (stream.last)
    command.after.push_back(stream.last);
  stream.inFlight.push_back({command.done, std::move(keeps)});
  stream.last = command.done;
  return command;
}

namespace {

// The driver copies memory that it does not know while the call waits. That is right for a blocking
// command, once everything before it is complete.
Result<void> waitBefore(const ur_queue_handle_t_ &queue, const Markers &after) {
  for (const MarkerPointer &marker : after)
    URSA_CHECK(marker->wait());
  for (const StreamPointer &stream : queue.streams()) {
    MarkerPointer last;
    if (stream && queue.inOrder) {
      const std::lock_guard guard(stream->mutex);
      last = stream->last;
    }
    if (last)
      URSA_CHECK(last->wait());
  }
  return {};
}

} // namespace

Result<void> enqueue(const EnqueueParameters &parameters, const WorkPointer &work) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  NativeContext &native = queue.native;
  URSA_CHECK(native.checkNotLost());
  native.reclaim();
  URSA_TRY(Markers after, collectWaits(parameters.waitCount, parameters.waitList));
  if (!work && !parameters.phEvent && !parameters.blocking && queue.inOrder && after.empty())
    return {};
  if (parameters.blocking && work && work->usesPageableMemory)
    URSA_CHECK(waitBefore(queue, after));
  URSA_TRY(const Current current, native.enter());
  Ref<ur_event_handle_t_> event;
  std::shared_ptr<CommandTimes> times;
  if (parameters.phEvent) {
    event = parameters.signals ? Ref<ur_event_handle_t_>(parameters.signals)
                               : Ref<ur_event_handle_t_>::adopt(
                                     new ur_event_handle_t_(queue.context, parameters.type));
    if (queue.profiling || parameters.isTimestamp || event->isProfiled) {
      URSA_TRY(auto clock, native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), parameters.isTimestamp);
    }
  }
  Command command;
  {
    const std::lock_guard guard(queue.mutex);
    URSA_TRY(Stream *const stream, queue.next());
    if (!queue.inOrder && parameters.waitsForAll) {
      URSA_TRY(const Markers all, queue.all(*stream));
      for (const MarkerPointer &marker : all)
        after.push_back(marker);
    } else if (queue.floor) {
      after.push_back(queue.floor);
    }
    URSA_TRY(command, Command::submit(queue, *stream, std::move(after), work, times.get()));
    if (!queue.inOrder && parameters.blocksQueue)
      queue.floor = command.done;
  }
  if (event)
    event->set({&queue, std::move(command.after), command.done, std::move(times)});
  if (parameters.blocking) {
    URSA_CHECK(command.done->wait());
    native.reclaim();
  }
  if (event && !parameters.signals)
    *parameters.phEvent = event.detach();
  return {};
}

} // namespace ursa::cuda
