#include "adapters/cuda/queue/enqueue.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/queue/held_command.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>

namespace ursa::cuda {

using adapter::Ref;

namespace {

/// Returns whether it is time to release what commands use, once they are complete.
bool closesBatch(const Submission &last) {
  constexpr uint32_t kMostCommands = 64;
  return last.needsMarker || (last.batch.commands >= kMostCommands && !last.batch.isLight());
}

} // namespace

// This command has its number already.
Result<bool> Submission::isIdle() const {
  return hasWaits ? stream.askIdle(stream.issued - 1) : stream.isIdle(stream.issued - 1);
}

// Events of other streams come first: they may lock those.
Result<Command> Command::submit(ur_queue_handle_t_ &queue, Stream &stream, Markers after,
                                const SubmitRef *submitWork, CommandTimes *times, bool isMarked,
                                bool isBlocking) {
  NativeContext &native = queue.native;
  InlineVector<CUevent, 3> events;
  HostSignals hostSignals;
  for (const MarkerPointer &each : after) {
    const Marker *const marker = each->inStream();
    if (!marker || marker->stream.get() == &stream || marker->isKnownReached())
      continue;
    marker->addHostSignals(hostSignals);
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
  for (HostSignalPointer &signal : hostSignals)
    stream.waitForHost(std::move(signal));
  if (times && submitWork) {
    URSA_TRY(MarkerPointer begin, native.record(stream.native, /*isTimed=*/true));
    times->setBegin(std::move(begin));
  }
  Submission submission{native, stream, stream.batch, !events.empty(), isBlocking};
  if (submitWork) {
    URSA_CHECK((*submitWork)(submission));
    command.afterwards = std::move(submission.afterwards);
  }
  if (times || submission.needsMarker) {
    URSA_TRY(command.done, stream.record(times != nullptr));
    if (times)
      times->setEnd(command.done);
  } else if (isMarked) {
    URSA_TRY(command.done, stream.mark());
  }
  if (closesBatch(submission)) {
    URSA_CHECK(stream.closeBatch());
    command.hasClosedBatch = true;
  }
  if (submission.hostTask)
    stream.waitForHostTask(submission.hostTask);
  command.after = std::move(after);
  return command;
}

namespace {

// The driver copies pageable memory while the call waits. That is right for a blocking
// command, once everything before it is complete.
Result<void> waitBefore(const ur_queue_handle_t_ &queue, const Markers &after) {
  for (const MarkerPointer &marker : after)
    URSA_CHECK(marker->wait());
  if (!queue.inOrder)
    return {};
  Stream &stream = queue.onlyStream();
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

/// Returns whether enqueueShort does.
bool isShort(const EnqueueParameters &parameters) {
  const ur_queue_handle_t_ &queue = *parameters.queue;
  return queue.inOrder && parameters.waitCount == 0 &&
         (!parameters.phEvent ||
          !(queue.profiling || parameters.isTimestamp || parameters.signals));
}

/// Enqueues a command without waits and times to a queue whose commands run in order.
Result<void> enqueueShort(const EnqueueParameters &parameters, const SubmitRef &submitWork,
                          bool usesPageableMemory) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  NativeContext &native = queue.native;
  URSA_TRY(const Current current, native.enter());
  if (parameters.blocking && usesPageableMemory)
    URSA_CHECK(waitBefore(queue, {}));
  Ref<ur_event_handle_t_> event;
  if (parameters.phEvent)
    event = Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(queue.context, parameters.type));
  Stream &stream = queue.onlyStream();
  bool isClosed = false;
  std::function<void()> afterwards;
  {
    const std::lock_guard guard(stream.mutex);
    URSA_CHECK(stream.begin());
    stream.batch.hold(&queue);
    Submission submission{native, stream, stream.batch, /*hasWaits=*/false, parameters.blocking};
    URSA_CHECK(submitWork(submission));
    if (parameters.blocking)
      afterwards = std::move(submission.afterwards);
    if (event) {
      Event::State state{&queue};
      URSA_TRY(state.done, stream.mark());
      if (stream.lastRecorded && !stream.lastRecorded->isKnownReached())
        state.after.push_back(stream.lastRecorded);
      event->setFirst(std::move(state));
    }
    isClosed = closesBatch(submission);
    if (isClosed)
      URSA_CHECK(stream.closeBatch());
    if (submission.hostTask)
      stream.waitForHostTask(submission.hostTask);
  }
  if (parameters.blocking) {
    URSA_CHECK(stream.finish());
    if (afterwards)
      afterwards();
  }
  if (parameters.blocking || isClosed)
    native.reclaim(stream);
  if (event)
    *parameters.phEvent = event.detach();
  return {};
}

} // namespace

namespace {

// The driver records an event in streams of its own context only.
Result<void> checkSignals(const EnqueueParameters &parameters) {
  const SharedEvent *const shared = parameters.signals ? parameters.signals->shared.get() : nullptr;
  if (!shared)
    return {};
  ur_queue_handle_t_ &queue = *parameters.queue;
  if (queue.captureSlot.active())
    return Error{UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                 "The queue is being captured into a graph, whose executions cannot signal an "
                 "event that processes share."};
  if (&shared->native != &queue.native)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "The event that processes share was created for device '{}'; the queue is of "
                     "device '{}'.",
                     shared->native.device.name, queue.device->name);
  return {};
}

} // namespace

Result<void> enqueue(const EnqueueParameters &parameters, const WorkPointer &work) {
  URSA_CHECK(checkSignals(parameters));
  if (Captures::mayCapture(parameters)) {
    URSA_TRY(const bool isCaptured, Captures::add(parameters, work));
    if (isCaptured)
      return {};
  }
  if (!work)
    return enqueue(parameters, nullptr, false);
  const auto submit = [&](Submission &at) { return work->submitKept(at); };
  const auto same = [&] { return WorkResult(work); };
  const SubmitRef reference(submit, same);
  return enqueue(parameters, &reference, work->usesPageableMemory, work->hostTask != nullptr);
}

Result<void> enqueue(const EnqueueParameters &parameters, const SubmitRef *submitWork,
                     bool usesPageableMemory, bool isTask) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  if (submitWork && isShort(parameters))
    return enqueueShort(parameters, *submitWork, usesPageableMemory);
  NativeContext &native = queue.native;
  URSA_CHECK(native.checkNotLost());
  URSA_TRY(Markers after, collectWaits(parameters.waitCount, parameters.waitList));
  if (!submitWork && !parameters.phEvent && !parameters.blocking && queue.inOrder && after.empty())
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
    std::unique_lock lock(queue.mutex);
    if (HeldCommand::mayHold(queue, isTask, after)) [[unlikely]] {
      URSA_TRY(const bool isHeld,
               HeldCommand::hold(lock, parameters, submitWork, isTask, after, event.get(), times));
      if (isHeld) {
        if (event && !parameters.signals)
          *parameters.phEvent = event.detach();
        return {};
      }
    }
    URSA_TRY(stream, queue.next());
    const bool blocksQueue = !queue.inOrder && parameters.blocksQueue;
    if (!queue.inOrder && parameters.waitsForAll) {
      URSA_TRY(const Markers all, queue.all(stream));
      for (const MarkerPointer &marker : all)
        after.push_back(marker);
      for (const MarkerPointer &marker : queue.held())
        after.push_back(marker);
    } else if (queue.floor) {
      after.push_back(queue.floor);
    }
    URSA_TRY(command, Command::submit(queue, *stream, std::move(after), submitWork, times.get(),
                                      event || blocksQueue, parameters.blocking));
    if (blocksQueue)
      queue.floor = command.done;
    if (event && event->shared) { // its event may be recorded again
      URSA_TRY(command.done, event->shared->signal(*stream));
    }
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
