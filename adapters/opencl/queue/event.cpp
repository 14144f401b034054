#include "adapters/opencl/queue/event.h"

#include "adapters/common/event_functions.h"
#include "adapters/common/reusable_events.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/queue/host_tasks.h"
#include "adapters/opencl/queue/queue.h"
#include "support/last_error.h"

#include <memory>

namespace ursa::opencl {

Event::Event(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command,
             cl_event event, HostWaits waits)
    : context(hContext), queue(hQueue), type(command), id(event), hostWaits(std::move(waits)) {
  adapter::retain(context);
  if (queue)
    adapter::retain(queue);
}

Event::Event(ur_context_handle_t hContext, ur_command_t command, bool isProfiled)
    : context(hContext), queue(nullptr), type(command), id(nullptr),
      reusable(std::make_unique<ReusableSignal>(isProfiled)) {
  adapter::retain(context);
}

Event::~Event() {
  beginning.reset();
  if (reusable) {
    adapter::ReusableEvents::instance().remove(this);
    reusable->command.reset();
  } else {
    clReleaseEvent(id);
  }
  if (queue)
    adapter::release(queue);
  adapter::release(context);
}

Result<HeldEvent> Event::current() const {
  if (!reusable)
    return hold(id);
  const std::lock_guard guard(reusable->mutex);
  return hold(reusable->command.get());
}

Result<HeldEvent> hold(cl_event event) {
  if (event)
    URSA_CHECK(checkCl(clRetainEvent(event), "clRetainEvent"));
  return HeldEvent(event);
}

// Releases the previous command's event only after the lock is released.
void signalBy(ur_event_handle_t_ &event, HeldEvent command, const HostWaits &hostWaits) {
  const std::lock_guard guard(event.reusable->mutex);
  std::swap(event.reusable->command, command);
  event.reusable->hostWaits = hostWaits;
  event.reusable->waitsForHost.store(!hostWaits.empty(), std::memory_order_relaxed);
}

// NVIDIA's markers have profiling times if their wait list is empty; otherwise they have those of
// an earlier command or none. Its fills always have them.
Result<HeldEvent> enqueueTimestamp(ur_context_handle_t_ &context, cl_command_queue queue,
                                   cl_uint count, const cl_event *after) {
  URSA_TRY(const cl_mem place, context.timestampBuffer());
  const uint32_t nothing = 0;
  cl_event event = nullptr;
  URSA_CHECK(checkCl(clEnqueueFillBuffer(queue, place, &nothing, sizeof(nothing), 0,
                                         sizeof(nothing), count, after, &event),
                     "clEnqueueFillBuffer"));
  return HeldEvent(event);
}

Result<HeldEvent> enqueueMarker(cl_command_queue queue, cl_uint count, const cl_event *after) {
  cl_event event = nullptr;
  URSA_CHECK(checkCl(clEnqueueMarkerWithWaitList(queue, count, after, &event),
                     "clEnqueueMarkerWithWaitList"));
  return HeldEvent(event);
}

Result<HeldEvent> userEvent(const ur_context_handle_t_ &context) {
  cl_int code = CL_SUCCESS;
  HeldEvent event(clCreateUserEvent(context.id, &code));
  URSA_CHECK(checkCl(code, "clCreateUserEvent"));
  return event;
}

Result<HeldEvent> completeEvent(const ur_context_handle_t_ &context) {
  URSA_TRY(HeldEvent event, userEvent(context));
  URSA_CHECK(checkCl(clSetUserEventStatus(event.get(), CL_COMPLETE), "clSetUserEventStatus"));
  return event;
}

namespace {

void CL_CALLBACK onFollowed(cl_event, cl_int status, void *follower) {
  clSetUserEventStatus(static_cast<cl_event>(follower), status);
  clReleaseEvent(static_cast<cl_event>(follower));
}

} // namespace

Result<HeldEvent> follow(cl_event event, const ur_context_handle_t_ &context) {
  URSA_TRY(HeldEvent follower, userEvent(context));
  URSA_TRY(HeldEvent ofTheCallback, hold(follower.get()));
  URSA_CHECK(checkCl(clSetEventCallback(event, CL_COMPLETE, onFollowed, follower.get()),
                     "clSetEventCallback"));
  (void)ofTheCallback.release();
  return follower;
}

Result<void> addHostWaits(const ur_event_handle_t_ &event, HostWaits &to) {
  if (event.reusable) {
    const std::lock_guard guard(event.reusable->mutex);
    to.add(event.reusable->hostWaits);
    return {};
  }
  to.add(event.hostWaits);
  return event.queue ? Result<void>() : to.add(event.id);
}

Result<void> WaitList::take(uint32_t count, const ur_event_handle_t *events,
                            const ur_context_handle_t_ &context, HostWaits *hostWaits) {
  URSA_CHECK(adapter::checkWaitList(count, events));
  cl_event *list = short_.data();
  if (count > kInline) {
    long_.resize(count);
    list = long_.data();
  }
  cl_uint size = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (hostWaits)
      URSA_CHECK(addHostWaits(*events[i], *hostWaits));
    if (events[i]->context == &context && !events[i]->reusable) {
      list[size++] = events[i]->id;
      continue;
    }
    URSA_TRY(HeldEvent held, events[i]->current());
    if (!held)
      continue; // nothing to wait for
    if (events[i]->context != &context) {
      URSA_TRY(held, follow(held.get(), context));
      if (hostWaits)
        URSA_CHECK(hostWaits->add(held.get()));
    }
    list[size++] = held.get();
    held_.push_back(std::move(held));
  }
  size_ = size;
  return {};
}

namespace {

Result<ur_event_status_t> statusOf(cl_event event) {
  URSA_TRY(const auto status,
           URSA_CL_VALUE(cl_int, clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, event));
  switch (status) {
  case CL_COMPLETE:
    return UR_EVENT_STATUS_COMPLETE;
  case CL_RUNNING:
    return UR_EVENT_STATUS_RUNNING;
  case CL_SUBMITTED:
    return UR_EVENT_STATUS_SUBMITTED;
  case CL_QUEUED:
    return UR_EVENT_STATUS_QUEUED;
  default: // the status of a failed command is negative
    return UR_EVENT_STATUS_ERROR;
  }
}

// An execution of recorded commands is running once its begin marker is complete.
Result<ur_event_status_t> statusOf(const ur_event_handle_t_ &event) {
  URSA_TRY(const HeldEvent current, event.current());
  if (!current)
    return UR_EVENT_STATUS_COMPLETE;
  URSA_TRY(const ur_event_status_t status, statusOf(current.get()));
  if (!event.beginning || status == UR_EVENT_STATUS_COMPLETE || status == UR_EVENT_STATUS_ERROR)
    return status;
  URSA_TRY(const ur_event_status_t begun, statusOf(event.beginning.get()));
  return begun == UR_EVENT_STATUS_COMPLETE ? UR_EVENT_STATUS_RUNNING : begun;
}

// For an event from a native handle: its queue, if it is one of ours.
Result<ur_queue_handle_t> findQueue(const ur_event_handle_t_ &event) {
  URSA_TRY(const HeldEvent current, event.current());
  if (!current)
    return nullptr;
  URSA_TRY(const auto native,
           URSA_CL_VALUE(cl_command_queue, clGetEventInfo, CL_EVENT_COMMAND_QUEUE, current.get()));
  ur_queue_handle_t queue = event.context->findQueue(native);
  if (!queue)
    return adapter::InfoWriter::unsupported("urEventGetInfo", UR_EVENT_INFO_COMMAND_QUEUE).error();
  return queue;
}

// OpenCL reports profiling times only of completed commands; UR does not make its callers wait for
// that.
Result<cl_ulong> timeOf(cl_event event, cl_profiling_info query) {
  const auto time = URSA_CL_VALUE(cl_ulong, clGetEventProfilingInfo, query, event);
  if (time || time.error().code != UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE)
    return time;
  URSA_TRY(const auto status,
           URSA_CL_VALUE(cl_int, clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, event));
  if (status <= CL_COMPLETE) // the error has another cause
    return time;
  URSA_CHECK(checkCl(clWaitForEvents(1, &event), "clWaitForEvents"));
  return URSA_CL_VALUE(cl_ulong, clGetEventProfilingInfo, query, event);
}

Result<cl_profiling_info> nativeQuery(ur_profiling_info_t query, bool isTimestamp) {
  switch (query) {
  case UR_PROFILING_INFO_COMMAND_QUEUED:
    return CL_PROFILING_COMMAND_QUEUED;
  // A command that records a timestamp has submit time = queue time and duration 0.
  case UR_PROFILING_INFO_COMMAND_SUBMIT:
    return isTimestamp ? CL_PROFILING_COMMAND_QUEUED : CL_PROFILING_COMMAND_SUBMIT;
  case UR_PROFILING_INFO_COMMAND_START:
    return isTimestamp ? CL_PROFILING_COMMAND_END : CL_PROFILING_COMMAND_START;
  case UR_PROFILING_INFO_COMMAND_END:
  case UR_PROFILING_INFO_COMMAND_COMPLETE:
    return CL_PROFILING_COMMAND_END;
  default:
    return adapter::InfoWriter::unknown("urEventGetProfilingInfo", query).error();
  }
}

// The user data of an event callback.
struct Callback {
  ur_event_handle_t event; ///< holds a reference
  ur_execution_info_t status;
  ur_event_callback_t function;
  void *userData;
};

// Drivers call back on threads of their own or of the application, which wait for commands.
void CL_CALLBACK onNativeStatus(cl_event, cl_int, void *user) {
  HostTasks::instance().run([user] {
    const std::unique_ptr<Callback> callback(static_cast<Callback *>(user));
    callback->function(callback->event, callback->status, callback->userData);
    adapter::release(callback->event);
  });
}

struct EventTraits {
  using Event = ur_event_handle_t_;

  static ur_context_handle_t context(ur_event_handle_t_ &event) { return event.context; }
  static Result<ur_queue_handle_t> queue(ur_event_handle_t_ &event) {
    return event.queue ? event.queue : findQueue(event);
  }
  static Result<ur_event_status_t> status(ur_event_handle_t_ &event) { return statusOf(event); }
  static uint32_t references(ur_event_handle_t_ &event) { return event.references.load(); }

  static Result<void> writeTime(ur_event_handle_t_ &event, const adapter::InfoWriter &writer,
                                ur_profiling_info_t query) {
    URSA_TRY(const cl_profiling_info ofDriver,
             nativeQuery(query, event.type == UR_COMMAND_TIMESTAMP_RECORDING_EXP));
    URSA_TRY(const HeldEvent current, event.current());
    if (!current)
      return adapter::neverSignalledError();
    const bool isOfTheEnd = ofDriver == CL_PROFILING_COMMAND_END || !event.beginning;
    const cl_event native = isOfTheEnd ? current.get() : event.beginning.get();
    URSA_TRY(const cl_ulong time, timeOf(native, ofDriver));
    // Some drivers report this for markers; their other times are then those of an earlier command.
    URSA_TRY(const cl_ulong queued, timeOf(native, CL_PROFILING_COMMAND_QUEUED));
    if (time == 0 || queued == 0)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The driver recorded no profiling times of the command.");
    return writer.value<uint64_t>(time);
  }

  // OpenCL waits for events of one context at a time.
  static Result<void> wait(uint32_t count, const ur_event_handle_t *all) {
    for (uint32_t begin = 0, end = 0; begin < count; begin = end) {
      const ur_context_handle_t_ &context = *all[begin]->context;
      while (end < count && all[end]->context == &context)
        ++end;
      WaitList events;
      URSA_CHECK(events.take(end - begin, all + begin, context));
      if (events.size() != 0)
        URSA_CHECK(checkCl(clWaitForEvents(events.size(), events.data()), "clWaitForEvents"));
    }
    return {};
  }

  static Result<void> setCallback(ur_event_handle_t_ &event, ur_execution_info_t status,
                                  ur_event_callback_t function, void *userData) {
    static_assert(UR_EXECUTION_INFO_COMPLETE == CL_COMPLETE &&
                  UR_EXECUTION_INFO_RUNNING == CL_RUNNING &&
                  UR_EXECUTION_INFO_SUBMITTED == CL_SUBMITTED);
    auto callback = std::make_unique<Callback>(Callback{&event, status, function, userData});
    URSA_TRY(HeldEvent current, event.current());
    if (!current) {
      URSA_TRY(current, completeEvent(*event.context));
    }
    adapter::retain(&event);
    const auto set =
        checkCl(clSetEventCallback(current.get(), status, onNativeStatus, callback.get()),
                "clSetEventCallback");
    if (!set) {
      adapter::release(&event);
      return set;
    }
    (void)callback.release();
    return {};
  }
};

} // namespace

void fillEventTable(ur_dditable_t &table) { adapter::fillEventFunctions<EventTraits>(table); }

} // namespace ursa::opencl
