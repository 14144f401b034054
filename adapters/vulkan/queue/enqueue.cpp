#include "adapters/vulkan/queue/enqueue.h"

#include "adapters/common/host_commands.h"
#include "adapters/common/reusable_events.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/queue/event.h"
#include "adapters/vulkan/queue/queue.h"

#include <algorithm>
#include <optional>

namespace ursa::vulkan {

using adapter::EventProfile;
using adapter::Ref;

bool Work::isForDevice() const {
  return !serialOrder && std::all_of(steps.begin(), steps.end(), [](const Step &step) {
    return std::holds_alternative<RecordStep>(step);
  });
}

namespace {

void timed(const HardwareQueue::Profiles &profiles, const HostOperation &step) {
  for (const auto &profile : profiles) {
    uint64_t none = 0;
    profile->started.compare_exchange_strong(none, adapter::profileClock());
  }
  step();
  for (const auto &profile : profiles)
    profile->ended = std::max(adapter::profileClock(), profile->started.load() + 1);
}

// Host operations that are skipped if a later step of their command cannot be submitted: they may
// use memory of the application, which sees that the command failed.
class CancellableSteps {
public:
  HostOperation wrap(const HostOperation &step) const {
    return [step, shared = shared_] {
      const std::lock_guard guard(shared->mutex);
      if (!shared->isCancelled)
        step();
    };
  }
  /// Waits for an operation that is running.
  void cancel() {
    const std::lock_guard guard(shared_->mutex);
    shared_->isCancelled = true;
  }

private:
  struct Shared {
    std::mutex mutex; ///< held while an operation runs; acquired last
    bool isCancelled = false;
  };
  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

// Tasks of one queue that the application enqueues ahead share that many threads.
constexpr size_t kMaxHostQueues = 64;

// Returns the thread for the next host task of a queue. In an unordered queue, tasks that run may
// wait for it, so a task that they enqueue never comes behind another one.
Result<HostOperations *> hostQueueFor(ur_queue_handle_t_ &queue) {
  std::vector<HostOperations *> &all = queue.hostQueues;
  if (queue.inOrder && !all.empty())
    return all.front();
  for (HostOperations *const each : all)
    if (each->isIdle())
      return each;
  if (all.size() < kMaxHostQueues || Worker::isRunningJob()) {
    all.reserve(all.size() + 1);
    URSA_TRY(HostOperations *const added, queue.device->acquireHostQueue());
    all.push_back(added);
    return added;
  }
  return all[queue.nextHostQueue++ % all.size()];
}

Result<PointSet> postStep(ur_queue_handle_t_ &queue, PointSet after, const HostOperation &step,
                          const Batch &batch) {
  HostOperations *chosen = queue.device->hostOperations.get();
  if (batch.isAsynchronous) {
    URSA_TRY(chosen, hostQueueFor(queue));
  }
  HostOperations &thread = *chosen;
  return PointSet(thread.post(std::move(after), [step, profiles = batch.profiles,
                                                 keep = batch.keep] { timed(profiles, step); }));
}

// On failure, the queue has recorded what was submitted before.
Result<PointSet> runInOrder(ur_queue_handle_t_ &queue, PointSet after, const Batch &batch) {
  if (batch.recorded) {
    URSA_TRY(const Point done, queue.hardware.submit({.recorded = batch.recorded,
                                                      .after = &after,
                                                      .profiles = batch.profiles,
                                                      .keep = batch.keep}));
    return PointSet(done);
  }
  PointSet submitted;
  std::optional<CancellableSteps> cancellable;
  const auto failed = [&](const Error &error) {
    if (cancellable)
      cancellable->cancel();
    queue.all.add(submitted);
    return error;
  };
  size_t first = 0; // of the device's steps that are submitted together
  for (size_t i = 0; i < batch.steps.size(); ++i) {
    if (const auto *host = std::get_if<HostOperation>(&batch.steps[i])) {
      // Runs at once if there is nothing to wait for.
      if (!batch.isAsynchronous && after.isReached())
        timed(batch.profiles, *host);
      else {
        if (!cancellable && i + 1 != batch.steps.size())
          cancellable.emplace();
        auto posted = postStep(queue, std::move(after),
                               cancellable ? cancellable->wrap(*host) : *host, batch);
        if (!posted)
          return failed(posted.error());
        submitted = after = *std::move(posted);
      }
      first = i + 1;
      continue;
    }
    const bool isLast =
        i + 1 == batch.steps.size() || std::holds_alternative<HostOperation>(batch.steps[i + 1]);
    if (!isLast)
      continue;
    const auto done = queue.hardware.submit({.steps = batch.steps.subspan(first, i + 1 - first),
                                             .after = &after,
                                             .profiles = batch.profiles,
                                             .keep = batch.keep});
    if (!done)
      return failed(done.error());
    submitted = after = PointSet(*done);
    first = i + 1;
  }
  return after;
}

} // namespace

Result<PointSet> runSteps(ur_queue_handle_t_ &queue, PointSet after, const Batch &batch) {
  // Later commands must see launches that fail here or failed before.
  LaunchStatuses launches = batch.launches;
  launches.add(after.launches);
  const auto run = [&]() -> Result<PointSet> {
    if (!batch.serialOrder)
      return runInOrder(queue, std::move(after), batch);
    const std::lock_guard guard(batch.serialOrder->mutex);
    after.addPoints(batch.serialOrder->last);
    URSA_TRY(batch.serialOrder->last, runInOrder(queue, std::move(after), batch));
    return batch.serialOrder->last;
  };
  URSA_TRY(PointSet done, run());
  done.launches = std::move(launches);
  return done;
}

std::shared_ptr<EventProfile> makeProfile(bool isTimestamp) {
  auto profile = std::make_shared<EventProfile>();
  profile->enabled = true;
  profile->isTimestamp = isTimestamp;
  profile->mark(profile->queued);
  profile->submitted = profile->queued.load();
  return profile;
}

Result<void> enqueue(const EnqueueParameters &parameters, WorkPointer work) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  URSA_CHECK(queue.device->checkNotLost());
  queue.device->reclaim();
  URSA_TRY(PointSet after, collectWaits(parameters.waitCount, parameters.waitList, *queue.device));
  Ref<ur_event_handle_t_> event;
  std::shared_ptr<EventProfile> profile;
  if (parameters.phEvent) {
    event = parameters.signals ? Ref<ur_event_handle_t_>(parameters.signals)
                               : Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(
                                     queue.context, nullptr, parameters.type));
    if (queue.profiling || parameters.isTimestamp || event->isProfiled) {
      profile = makeProfile(parameters.isTimestamp);
    }
  }
  static const HostOperation kNothing = [] {};
  const Step timeOnly = kNothing; // records the times of a command without work
  PointSet begin;
  PointSet done;
  {
    const std::lock_guard guard(queue.mutex);
    after.add(queue.inOrder || parameters.waitsForAll ? queue.all : queue.floor);
    if (event)
      begin = after;
    Batch batch;
    if (profile)
      batch.profiles.push_back(profile);
    if (work) {
      batch.steps = {work->steps.data(), work->steps.size()};
      batch.isAsynchronous = work->isAsynchronous;
      batch.serialOrder = work->serialOrder.get();
      if (work->launch)
        batch.launches.add(work->launch);
      batch.keep = {Ref<ur_queue_handle_t_>(&queue), std::move(work), nullptr};
    } else if (profile) {
      batch.steps = std::span(&timeOnly, 1);
    }
    URSA_TRY(done, runSteps(queue, std::move(after), batch));
    if (queue.inOrder || parameters.blocksQueue)
      queue.floor = done;
    if (queue.inOrder)
      queue.all = done;
    else
      queue.all.add(done);
  }
  if (event)
    event->set({&queue, std::move(begin), done, profile});
  if (parameters.blocking) {
    URSA_CHECK(done.finish());
    queue.device->reclaim();
  }
  if (event && !parameters.signals)
    *parameters.phEvent = event.detach();
  return {};
}

namespace {

struct HostTasks : adapter::HandleTypes {
  static Result<void> enqueueWait(const EnqueueParameters &parameters) {
    return enqueue(parameters, nullptr);
  }
  template <class Function>
  static Result<void> enqueueHostTask(const EnqueueParameters &parameters, Function function,
                                      bool callsApplication) {
    auto work = std::make_shared<Work>();
    work->isAsynchronous = callsApplication;
    work->steps.emplace_back(HostOperation(std::move(function)));
    return enqueue(parameters, std::move(work));
  }
};

ur_context_handle_t contextOfEvent(const ur_event_handle_t_ &event) { return event.context; }

} // namespace

void fillWaits(ur_dditable_t &table) {
  using Barriers = adapter::Barriers<ur_queue_handle_t_, contextOfEvent,
                                     adapter::HostCommands<HostTasks>::barrier>;
  table.Enqueue.pfnEventsWaitWithBarrier = Barriers::enqueue;
  table.Enqueue.pfnEventsWaitWithBarrierExt = Barriers::enqueueExt;
  adapter::fillHostTasks<HostTasks>(table);
}

} // namespace ursa::vulkan
