// The part that all enqueue functions share: translates the wait list and returns the event.
#pragma once

#include "adapters/opencl/context.h"
#include "adapters/opencl/event.h"
#include "adapters/opencl/queue.h"
#include "core/support/last_error.h"

namespace ursa::opencl {

struct Command {
  ur_queue_handle_t queue = nullptr;
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  uint32_t waitCount = 0;
  const ur_event_handle_t *waitList = nullptr;
  ur_event_handle_t *phEvent = nullptr;
};

/// Enqueues with the driver. On failure the output parameters are unchanged.
/// @param native called once with (queue, number of events, events, output for the new event, which
///               is null if the caller needs none); returns the result of the driver's function
template <class Native>
Result<void> enqueue(const Command &command, const char *call, Native &&native) {
  URSA_CHECK(adapter::checkHandle(command.queue, "hQueue"));
  WaitList waits;
  URSA_CHECK(waits.take(command.waitCount, command.waitList, *command.queue->context));
  cl_event event = nullptr;
  command.queue->recordCommand();
  URSA_CHECK(checkCl(
      native(command.queue->id, waits.size(), waits.data(), command.phEvent ? &event : nullptr),
      call));
  if (command.phEvent)
    *command.phEvent =
        new ur_event_handle_t_(command.queue->context, command.queue, command.type, event);
  return {};
}

/// Like enqueue, for use as an entry point.
template <class Native>
ur_result_t enqueueAtBoundary(const Command &command, const char *call, Native &&native) {
  return atBoundary([&] { return enqueue(command, call, native); });
}

/// Enqueues a timestamp after an event of @p queue. It has profiling times although the queue
/// records none. The queue continues after it.
Result<HeldEvent> enqueueTimes(const ur_queue_handle_t_ &queue, HeldEvent reached);

/// Enqueues a command row by row. Calls @p native with (queue, row, number of events, events,
/// event) for each row; each waits for the wait list. The command's event completes when all rows
/// are complete.
template <class Native>
cl_int enqueueRows(cl_command_queue queue, size_t rows, cl_uint waitCount, const cl_event *waits,
                   cl_event *event, Native &&native) {
  std::vector<cl_event> done;
  cl_int code = CL_SUCCESS;
  for (size_t row = 0; row < rows && code == CL_SUCCESS; ++row) {
    cl_event rowEvent = nullptr;
    code = native(queue, row, waitCount, waits, &rowEvent);
    if (code == CL_SUCCESS)
      done.push_back(rowEvent);
  }
  if (code == CL_SUCCESS && event)
    code =
        clEnqueueMarkerWithWaitList(queue, static_cast<cl_uint>(done.size()), done.data(), event);
  for (cl_event rowEvent : done)
    clReleaseEvent(rowEvent);
  return code;
}

} // namespace ursa::opencl
