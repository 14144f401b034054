#include "adapters/cuda/queue/held_command.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/queue/host_tasks.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

void append(Markers &to, const Markers &from) {
  for (const MarkerPointer &marker : from)
    to.push_back(marker);
}

} // namespace

HeldCommand::HeldCommand(ur_queue_handle_t_ &queue, WorkPointer work, Markers after,
                         HostSignals waits, std::shared_ptr<CommandTimes> times)
    : queue_(&queue), work_(std::move(work)), after_(std::move(after)), times_(std::move(times)),
      signal_(std::make_shared<HostSignal>(waits)),
      done_(std::make_shared<const Marker>(queue.native, signal_)), waits_(std::move(waits)),
      missing_(waits_.size() + 1), entry_(queue.addHeld(done_)) {}

// A command that was not submitted was kept by one of a lost context.
HeldCommand::~HeldCommand() {
  if (signal_->isGiven())
    return;
  fail(Error{UR_RESULT_ERROR_DEVICE_LOST,
             "The command did not begin, because the context that it waited for was lost."});
}

bool HeldCommand::mayHold(const ur_queue_handle_t_ &queue, bool isTask, const Markers &after) {
  return queue.holdsBack &&
         (isTask || queue.hasHeld() || std::ranges::any_of(after, [](const MarkerPointer &marker) {
            return marker->signal || (marker->stream && marker->stream->waitsForHost());
          }));
}

Result<bool> HeldCommand::hold(std::unique_lock<std::mutex> &lock,
                               const EnqueueParameters &parameters, const SubmitRef *submitWork,
                               bool isTask, const Markers &after, ur_event_handle_t event,
                               const std::shared_ptr<CommandTimes> &times) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  std::optional<WorkPointer> work;
  while (true) {
    Markers all = after;
    if (parameters.waitsForAll)
      append(all, queue.held());
    else if (queue.floor)
      all.push_back(queue.floor);
    HostSignals waits;
    for (const MarkerPointer &marker : all)
      marker->addHostSignals(waits);
    if (waits.empty() && !isTask)
      return false;
    if (event && event->shared) // it is signalled at once, by a stream that waits for the host
      return false;
    if (parameters.blocking) {
      lock.unlock();
      for (const HostSignalPointer &signal : waits)
        URSA_CHECK(signal->wait());
      lock.lock();
      continue;
    }
    if (submitWork && !work) {
      lock.unlock();
      URSA_TRY(work, submitWork->makeWork());
      lock.lock();
      continue;
    }
    if (parameters.waitsForAll) {
      URSA_TRY(const Markers streams, queue.all(nullptr));
      append(all, streams);
    }
    const auto held =
        std::make_shared<HeldCommand>(queue, work.value_or(nullptr), all, std::move(waits), times);
    if (parameters.blocksQueue)
      queue.floor = held->done_;
    lock.unlock();
    if (event)
      event->set({&queue, std::move(all), held->done_, times});
    held->start();
    return true;
  }
}

void HeldCommand::start() {
  const HostSignals waits = std::exchange(waits_, {});
  for (const HostSignalPointer &signal : waits)
    signal->then([held = shared_from_this()] { held->oneIsGiven(); });
  oneIsGiven();
}

void HeldCommand::oneIsGiven() {
  if (missing_.fetch_sub(1) != 1)
    return;
  auto submitted = work_ && work_->hostTask ? submitTask() : submit();
  if (!submitted)
    fail(submitted.error());
}

Result<void> HeldCommand::checkBefore() const {
  for (const MarkerPointer &marker : after_)
    URSA_CHECK(marker->checkTaken());
  return {};
}

void HeldCommand::fail(Error error) {
  leave();
  signal_->give(std::move(error));
}

void HeldCommand::leave() {
  const std::lock_guard guard(queue_->mutex);
  leaveLocked();
}

void HeldCommand::leaveLocked() {
  if (!std::exchange(hasLeft_, true))
    queue_->removeHeld(entry_);
}

Result<void> HeldCommand::submit() {
  URSA_CHECK(checkBefore());
  NativeContext &native = queue_->native;
  URSA_TRY(const Current current, native.enter());
  const auto submitWork = [&](Submission &at) { return work_->submitKept(at); };
  const SubmitRef reference(submitWork);
  if (times_)
    times_->submit();
  Command command;
  Stream *stream = nullptr;
  {
    const std::lock_guard guard(queue_->mutex);
    URSA_TRY(stream, queue_->next());
    URSA_TRY(command, Command::submit(*queue_, *stream, after_, work_ ? &reference : nullptr,
                                      times_.get(), /*isMarked=*/true));
    leaveLocked();
  }
  if (command.hasClosedBatch)
    native.reclaim(*stream);
  signal_->give(std::move(command.done));
  return {};
}

// Without anything to wait for, the task needs no stream.
Result<void> HeldCommand::submitTask() {
  URSA_CHECK(checkBefore());
  const auto isReached = [](const MarkerPointer &marker) {
    const Marker *const point = marker->inStream();
    return !point || point->ask() == Marker::Answer::Reached;
  };
  if (std::ranges::all_of(after_, isReached)) {
    runLater();
    return {};
  }
  NativeContext &native = queue_->native;
  URSA_TRY(const Current current, native.enter());
  const auto submitCall = [&](Submission &at) {
    at.keep(shared_from_this());
    return at.native.check(cu().cuLaunchHostFunc(at.stream.native, onReached, this),
                           "cuLaunchHostFunc");
  };
  const SubmitRef reference(submitCall);
  const std::lock_guard guard(queue_->mutex);
  URSA_TRY(Stream *const stream, queue_->next());
  URSA_TRY(Command command, Command::submit(*queue_, *stream, after_, &reference,
                                            /*times=*/nullptr, /*isMarked=*/true));
  signal_->setTurn(std::move(command.done));
  return {};
}

// The stream keeps the command until then, its thread from now on.
void HeldCommand::onReached(void *userData) {
  const HostFunctionScope scope;
  static_cast<HeldCommand *>(userData)->runLater();
}

void HeldCommand::runLater() {
  auto task = std::make_unique<Task>();
  task->work = [held = shared_from_this()] { held->runTask(); };
  hostTasks().run(std::move(task));
}

void HeldCommand::runTask() {
  if (times_)
    times_->begin();
  work_->hostTask();
  if (times_)
    times_->end();
  leave();
  signal_->give(MarkerPointer());
}

} // namespace ursa::cuda
