// Commands that run on the host or affect only the host: host tasks, native commands, timestamps,
// and allocations in the order of a queue.
#include "adapters/common/host_commands.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/memory/usm_pool.h"
#include "adapters/opencl/queue/command.h"
#include "adapters/opencl/queue/host_tasks.h"

namespace ursa::opencl {
namespace {

// Called when the driver's queue reaches the task, or failed before it.
void CL_CALLBACK onReady(cl_event, cl_int status, void *user) {
  std::unique_ptr<HostTask> task(static_cast<HostTask *>(user));
  if (status < 0)
    clSetUserEventStatus(task->done.get(), status);
  else
    HostTasks::instance().run(std::move(task));
}

// Enqueues a command that is complete when the events of a list are, and, in the order of the
// queue, earlier commands. Drivers' markers with a list may wait for all earlier commands of an
// unordered queue, too; a task among those may wait for this command. A fill does not.
Result<HeldEvent> enqueueJoin(const ur_queue_handle_t_ &queue, cl_uint count,
                              const cl_event *after) {
  return queue.isUnordered() ? enqueueTimestamp(*queue.context, queue.id, count, after)
                             : enqueueMarker(queue.id, count, after);
}

// Lets a task begin when an event completes.
Result<void> beginAfter(cl_event turn, std::unique_ptr<HostTask> task, cl_event done) {
  const auto set =
      checkCl(clSetEventCallback(turn, CL_COMPLETE, onReady, task.get()), "clSetEventCallback");
  if (set)
    (void)task.release();
  else
    clSetUserEventStatus(done, CL_COMPLETE); // unblocks what waits for it
  return set;
}

// Enqueues a command that completes when the task can run. The task's event is the user event, or
// of a command that waits for it and has times.
Result<void> enqueueTaskAside(const EnqueueParameters &parameters, std::unique_ptr<HostTask> task) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  URSA_TRY(HeldEvent done, hold(task->done.get()));
  HostWaits hostWaits;
  queue.recordCommand();
  HeldEvent turn;
  {
    Placement place;
    URSA_CHECK(place.take(parameters));
    URSA_TRY(turn, enqueueTimestamp(*queue.context, place.queue(), place.size(), place.data()));
    if (place.isAside())
      URSA_CHECK(place.done(turn.get()));
    clFlush(place.queue());
    URSA_TRY(hostWaits, place.hostWaits().then(done.get()));
  }
  queue.sides->addTask(hostWaits);
  URSA_CHECK(beginAfter(turn.get(), std::move(task), done.get()));
  if (!parameters.phEvent)
    return {};
  if (queue.flags & UR_QUEUE_FLAG_PROFILING_ENABLE) {
    URSA_TRY(done, queue.sides->enqueueTimes(hostWaits, done.get()));
  }
  *parameters.phEvent = new ur_event_handle_t_(queue.context, &queue, parameters.type,
                                               done.release(), std::move(hostWaits));
  return {};
}

// Enqueues a command, a user event and another command. The first one completes when the task can
// run, the task completes the user event, and the second one blocks later commands until then.
Result<void> enqueueTask(const EnqueueParameters &parameters, std::function<void()> work) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  auto task = std::make_unique<HostTask>();
  task->work = std::move(work);
  URSA_TRY(task->done, userEvent(*queue.context));
  if (queue.sides && queue.isUnordered())
    return enqueueTaskAside(parameters, std::move(task));
  Placement place;
  URSA_CHECK(place.take(parameters));
  URSA_TRY(const HeldEvent done, hold(task->done.get())); // the task is freed when it is complete
  const cl_event last = done.get();
  queue.recordCommand();
  std::unique_lock lock(queue.taskMutex);
  URSA_TRY(const HeldEvent turn, enqueueJoin(queue, place.size(), place.data()));
  HostWaits hostWaits;
  if (queue.sides) { // before the commands of other threads are behind the task
    URSA_TRY(hostWaits, place.hostWaits().then(last));
    queue.sides->addTask(hostWaits);
  }
  auto end = enqueueJoin(queue, 1, &last);
  if (!end) {
    clSetUserEventStatus(last, CL_COMPLETE);
    return end.error();
  }
  queue.hasTasks.store(true, std::memory_order_relaxed);
  lock.unlock();
  URSA_CHECK(beginAfter(turn.get(), std::move(task), done.get()));
  clFlush(queue.id);
  if (parameters.phEvent)
    *parameters.phEvent = new ur_event_handle_t_(queue.context, &queue, parameters.type,
                                                 end->release(), std::move(hostWaits));
  return {};
}

Result<void> recordTimestamp(const EnqueueParameters &parameters) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  const bool keepsTimes = queue.flags & UR_QUEUE_FLAG_PROFILING_ENABLE;
  HeldEvent event;
  HostWaits hostWaits;
  {
    Placement place;
    URSA_CHECK(place.take(parameters));
    queue.recordCommand();
    URSA_TRY(event,
             keepsTimes && place.size() != 0
                 ? enqueueTimestamp(*queue.context, place.queue(), place.size(), place.data())
                 : enqueueMarker(place.queue(), place.size(), place.data()));
    if (place.isAside())
      URSA_CHECK(place.done(event.get()));
    hostWaits = place.hostWaits();
  }
  if (!keepsTimes) {
    URSA_TRY(event, enqueueTimes(queue, std::move(event), hostWaits));
  }
  const cl_event native = event.get();
  if (parameters.blocking)
    URSA_CHECK(checkCl(clWaitForEvents(1, &native), "clWaitForEvents"));
  *parameters.phEvent = new ur_event_handle_t_(queue.context, &queue, parameters.type,
                                               event.release(), std::move(hostWaits));
  return {};
}

// A wait for the events of a list alone, between host tasks.
Result<void> enqueueList(const EnqueueParameters &parameters) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  WaitList waits;
  URSA_CHECK(waits.take(parameters.waitCount, parameters.waitList, *queue.context));
  queue.recordCommand();
  URSA_TRY(HeldEvent event, enqueueJoin(queue, waits.size(), waits.data()));
  if (parameters.phEvent)
    *parameters.phEvent =
        new ur_event_handle_t_(queue.context, &queue, parameters.type, event.release());
  return {};
}

struct HostCommands : adapter::HandleTypes {
  using Usm = opencl::Usm;

  static Result<void> enqueueWait(const EnqueueParameters &parameters) {
    if (parameters.isTimestamp)
      return recordTimestamp(parameters);
    if (parameters.blocksQueue)
      return enqueue(parameters, "clEnqueueBarrierWithWaitList",
                     [](cl_command_queue queue, auto... events) {
                       return clEnqueueBarrierWithWaitList(queue, events...);
                     });
    if (parameters.waitCount != 0 && !parameters.queue->sides &&
        parameters.queue->hasTasks.load(std::memory_order_relaxed))
      return enqueueList(parameters);
    return enqueue(parameters, "clEnqueueMarkerWithWaitList",
                   [](cl_command_queue queue, auto... events) {
                     return clEnqueueMarkerWithWaitList(queue, events...);
                   });
  }
  static Result<void> enqueueHostTask(const EnqueueParameters &parameters,
                                      std::function<void()> function, bool /*callsApplication*/) {
    return enqueueTask(parameters, std::move(function));
  }
  static ur_device_handle_t deviceOf(const ur_queue_handle_t_ &queue, ur_usm_type_t type) {
    return type == UR_USM_TYPE_HOST ? nullptr : queue.device;
  }
  static bool ownsAllocation(const ur_context_handle_t_ &context, const void *address) {
    return context.allocations.beginsAt(address);
  }
  static Result<void> freeNow(ur_context_handle_t_ &context, void *address) {
    return freeUsmNow(context, address);
  }
};

} // namespace

// The driver's queue that records profiling times is not the application's.
Result<HeldEvent> enqueueTimes(const ur_queue_handle_t_ &queue, HeldEvent reached,
                               const HostWaits &hostWaits) {
  if (!hostWaits.empty()) {
    URSA_TRY(HeldEvent event, queue.sides->enqueueTimes(hostWaits, reached.get()));
    if (queue.isUnordered())
      return event;
    const cl_event native = event.get();
    URSA_TRY(const HeldEvent passed, enqueueMarker(queue.id, 1, &native));
    return event;
  }
  URSA_CHECK(checkCl(clFlush(queue.id), "clFlush"));
  URSA_TRY(cl_command_queue target, queue.context->profilingQueue(queue.device));
  const cl_event before = reached.get();
  URSA_TRY(HeldEvent event, enqueueTimestamp(*queue.context, target, 1, &before));
  URSA_CHECK(checkCl(clFlush(target), "clFlush"));
  const cl_event native = event.get();
  URSA_TRY(const HeldEvent passed, enqueueMarker(queue.id, 1, &native));
  return event;
}

void fillHostCommands(ur_dditable_t &table) {
  adapter::fillHostTasks<HostCommands>(table);
  adapter::fillQueueAllocations<HostCommands>(table);
}

} // namespace ursa::opencl
