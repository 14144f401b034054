#include "adapters/opencl/event.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/common/reusable_events.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/queue.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

#include <memory>

ur_event_handle_t_::ur_event_handle_t_(ur_context_handle_t hContext, ur_queue_handle_t hQueue,
                                       ur_command_t command, cl_event event)
    : context(hContext), queue(hQueue), type(command), id(event) {
  ursa::adapter::retain(context);
  if (queue)
    ursa::adapter::retain(queue);
}

ur_event_handle_t_::ur_event_handle_t_(ur_context_handle_t hContext, ur_command_t command,
                                       bool isProfiled)
    : context(hContext), queue(nullptr), type(command), id(nullptr),
      reusable(std::make_unique<ursa::opencl::ReusableSignal>(isProfiled)) {
  ursa::adapter::retain(context);
}

ur_event_handle_t_::~ur_event_handle_t_() {
  beginning.reset();
  if (reusable) {
    ursa::adapter::ReusableEvents::instance().remove(this);
    reusable->command.reset();
  } else {
    clReleaseEvent(id);
  }
  if (queue)
    ursa::adapter::release(queue);
  ursa::adapter::release(context);
}

ursa::Result<ursa::opencl::HeldEvent> ur_event_handle_t_::current() const {
  if (!reusable)
    return ursa::opencl::hold(id);
  const std::lock_guard guard(reusable->mutex);
  return ursa::opencl::hold(reusable->command.get());
}

namespace ursa::opencl {

Result<HeldEvent> hold(cl_event event) {
  if (event)
    URSA_CHECK(checkCl(clRetainEvent(event), "clRetainEvent"));
  return HeldEvent(event);
}

// Releases the previous command's event only after the lock is released.
void signalBy(ur_event_handle_t_ &event, HeldEvent command) {
  const std::lock_guard guard(event.reusable->mutex);
  std::swap(event.reusable->command, command);
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

Result<void> WaitList::take(uint32_t count, const ur_event_handle_t *events,
                            const ur_context_handle_t_ &context) {
  URSA_CHECK(adapter::checkWaitList(count, events));
  cl_event *list = short_.data();
  if (count > kInline) {
    long_.resize(count);
    list = long_.data();
  }
  cl_uint size = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (events[i]->context == &context && !events[i]->reusable) {
      list[size++] = events[i]->id;
      continue;
    }
    URSA_TRY(HeldEvent held, events[i]->current());
    if (!held)
      continue; // nothing to wait for
    if (events[i]->context != &context) {
      URSA_TRY(held, follow(held.get(), context));
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
Result<void> answerQueue(const adapter::InfoWriter &writer, const ur_event_handle_t_ &event) {
  URSA_TRY(const HeldEvent current, event.current());
  if (!current)
    return writer.value<ur_queue_handle_t>(nullptr);
  URSA_TRY(const auto native,
           URSA_CL_VALUE(cl_command_queue, clGetEventInfo, CL_EVENT_COMMAND_QUEUE, current.get()));
  ur_queue_handle_t queue = event.context->findQueue(native);
  if (!queue)
    return adapter::InfoWriter::unsupported("urEventGetInfo", UR_EVENT_INFO_COMMAND_QUEUE);
  return writer.value(queue);
}

ur_result_t getInfo(ur_event_handle_t hEvent, ur_event_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_EVENT_INFO_COMMAND_QUEUE:
      if (!hEvent->queue)
        return answerQueue(writer, *hEvent);
      return writer.value(hEvent->queue);
    case UR_EVENT_INFO_CONTEXT:
      return writer.value(hEvent->context);
    case UR_EVENT_INFO_COMMAND_TYPE:
      return writer.value(hEvent->type);
    case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS: {
      URSA_TRY(const ur_event_status_t status, statusOf(*hEvent));
      return writer.value(status);
    }
    case UR_EVENT_INFO_REFERENCE_COUNT:
      return writer.value(hEvent->references.load());
    default:
      return adapter::InfoWriter::unknown("urEventGetInfo", propName);
    }
  });
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

ur_result_t getProfilingInfo(ur_event_handle_t hEvent, ur_profiling_info_t propName,
                             size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    cl_profiling_info query = 0;
    switch (propName) {
    case UR_PROFILING_INFO_COMMAND_QUEUED:
      query = CL_PROFILING_COMMAND_QUEUED;
      break;
    case UR_PROFILING_INFO_COMMAND_SUBMIT:
      query = CL_PROFILING_COMMAND_SUBMIT;
      break;
    case UR_PROFILING_INFO_COMMAND_START:
      query = CL_PROFILING_COMMAND_START;
      break;
    case UR_PROFILING_INFO_COMMAND_END:
    case UR_PROFILING_INFO_COMMAND_COMPLETE:
      query = CL_PROFILING_COMMAND_END;
      break;
    default:
      return adapter::InfoWriter::unknown("urEventGetProfilingInfo", propName);
    }
    // A command that records a timestamp has submit time = queue time and duration 0.
    if (hEvent->type == UR_COMMAND_TIMESTAMP_RECORDING_EXP)
      query = query == CL_PROFILING_COMMAND_SUBMIT  ? CL_PROFILING_COMMAND_QUEUED
              : query == CL_PROFILING_COMMAND_START ? CL_PROFILING_COMMAND_END
                                                    : query;
    URSA_TRY(const HeldEvent current, hEvent->current());
    if (!current)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "No command has signaled the reusable event yet.");
    const bool isOfTheEnd = query == CL_PROFILING_COMMAND_END || !hEvent->beginning;
    const cl_event native = isOfTheEnd ? current.get() : hEvent->beginning.get();
    URSA_TRY(const cl_ulong time, timeOf(native, query));
    // Some drivers report this for markers; their other times are then those of an earlier command.
    URSA_TRY(const cl_ulong queued, timeOf(native, CL_PROFILING_COMMAND_QUEUED));
    if (time == 0 || queued == 0)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The driver recorded no profiling times of the command.");
    return writer.value<uint64_t>(time);
  });
}

ur_result_t wait(uint32_t numEvents, const ur_event_handle_t *phEventWaitList) {
  return atBoundary([&]() -> Result<void> {
    URSA_POINTER(phEventWaitList);
    if (numEvents == 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "numEvents is 0.");
    for (uint32_t i = 0; i < numEvents; ++i)
      if (!phEventWaitList[i])
        return makeError(UR_RESULT_ERROR_INVALID_EVENT, "Event {} of {} is null.", i, numEvents);
    // OpenCL waits for events of one context at a time.
    for (uint32_t begin = 0, end = 0; begin < numEvents; begin = end) {
      const ur_context_handle_t_ &context = *phEventWaitList[begin]->context;
      while (end < numEvents && phEventWaitList[end]->context == &context)
        ++end;
      WaitList events;
      URSA_CHECK(events.take(end - begin, phEventWaitList + begin, context));
      if (events.size() != 0)
        URSA_CHECK(checkCl(clWaitForEvents(events.size(), events.data()), "clWaitForEvents"));
    }
    return {};
  });
}

// The user data of an event callback.
struct Callback {
  ur_event_handle_t event; ///< holds a reference
  ur_execution_info_t status;
  ur_event_callback_t function;
  void *userData;
};

void CL_CALLBACK onNativeStatus(cl_event, cl_int, void *user) {
  const std::unique_ptr<Callback> callback(static_cast<Callback *>(user));
  callback->function(callback->event, callback->status, callback->userData);
  adapter::release(callback->event);
}

// OpenCL has callbacks for three of UR's four states; every command is already queued.
Result<cl_int> nativeStatus(ur_execution_info_t status) {
  switch (status) {
  case UR_EXECUTION_INFO_COMPLETE:
    return CL_COMPLETE;
  case UR_EXECUTION_INFO_RUNNING:
    return CL_RUNNING;
  case UR_EXECUTION_INFO_SUBMITTED:
    return CL_SUBMITTED;
  case UR_EXECUTION_INFO_QUEUED:
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                     "OpenCL has no callback for the status UR_EXECUTION_INFO_QUEUED.");
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The execution status {} is not defined.",
                     static_cast<int>(status));
  }
}

ur_result_t setCallback(ur_event_handle_t hEvent, ur_execution_info_t execStatus,
                        ur_event_callback_t pfnNotify, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    URSA_POINTER(reinterpret_cast<const void *>(pfnNotify));
    URSA_TRY(const cl_int status, nativeStatus(execStatus));
    auto callback = std::make_unique<Callback>(Callback{hEvent, execStatus, pfnNotify, pUserData});
    URSA_TRY(HeldEvent current, hEvent->current());
    if (!current) {
      URSA_TRY(current, completeEvent(*hEvent->context));
    }
    adapter::retain(hEvent);
    const auto set =
        checkCl(clSetEventCallback(current.get(), status, onNativeStatus, callback.get()),
                "clSetEventCallback");
    if (!set) {
      adapter::release(hEvent);
      return set;
    }
    (void)callback.release();
    return {};
  });
}

} // namespace

void fillEventTable(ur_dditable_t &table) {
  table.Event.pfnGetInfo = getInfo;
  table.Event.pfnGetProfilingInfo = getProfilingInfo;
  table.Event.pfnWait = wait;
  table.Event.pfnRetain = adapter::retainHandle<ur_event_handle_t_>;
  table.Event.pfnRelease = adapter::releaseHandle<ur_event_handle_t_>;
  table.Event.pfnSetCallback = setCallback;
}

} // namespace ursa::opencl
