// The part that all enqueue functions share: translates the wait list and returns the event.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/queue/event.h"
#include "adapters/opencl/queue/queue.h"

#include <functional>

namespace ursa::opencl {

using adapter::EnqueueParameters;

using NativeEnqueue =
    std::function<cl_int(cl_command_queue, cl_uint, const cl_event *, cl_event *)>;

/// The same as enqueue, for a queue with side queues.
Result<void> enqueueWithSides(const EnqueueParameters &parameters, const char *call,
                              const NativeEnqueue &native);

/// Enqueues with the driver. On failure the output parameters are unchanged.
/// @param native called once with (queue, number of events, events, output for the new event, which
///               is null if the caller needs none); returns the result of the driver's function
template <class Native>
Result<void> enqueue(const EnqueueParameters &parameters, const char *call, Native &&native) {
  URSA_CHECK(adapter::checkHandle(parameters.queue, "hQueue"));
  if (parameters.queue->sides && parameters.queue->sides->concern(parameters)) [[unlikely]]
    return enqueueWithSides(parameters, call, native);
  WaitList waits;
  URSA_CHECK(waits.take(parameters.waitCount, parameters.waitList, *parameters.queue->context));
  cl_event event = nullptr;
  parameters.queue->recordCommand();
  URSA_CHECK(checkCl(native(parameters.queue->id, waits.size(), waits.data(),
                            parameters.phEvent ? &event : nullptr),
                     call));
  if (parameters.phEvent)
    *parameters.phEvent =
        new ur_event_handle_t_(parameters.queue->context, parameters.queue, parameters.type, event);
  return {};
}

/// Like enqueue, for use as an entry point.
template <class Native>
ur_result_t enqueueAtBoundary(const EnqueueParameters &parameters, const char *call,
                              Native &&native) {
  return atBoundary([&] { return enqueue(parameters, call, native); });
}

/// Enqueues a timestamp after an event of @p queue. It has profiling times although the queue
/// records none. The queue continues after it.
/// @param hostWaits what the event waits for on the host
Result<HeldEvent> enqueueTimes(const ur_queue_handle_t_ &queue, HeldEvent reached,
                               const HostWaits &hostWaits = {});

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
