// The functions of the fake driver that enqueue commands, and those of events.
#include "opencl/fake_queues.h"

using namespace ursa::testing;

namespace {

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint,
                                          const size_t *, const size_t *, const size_t *,
                                          cl_uint count, const cl_event *waits, cl_event *event) {
  ENTER_OR_RETURN();
  submit(queue, count, waits, event, [object = reinterpret_cast<Object *>(kernel)] {
    if (object->showsConstants)
      for (size_t i = 0; i < object->constants.size(); ++i)
        std::memcpy(&object->output->bytes.at(i * sizeof(uint64_t)), &object->constants[i].value,
                    sizeof(uint64_t));
  });
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                        size_t offset, size_t size, const void *from, cl_uint count,
                                        const cl_event *waits, cl_event *event) {
  ENTER_OR_RETURN();
  auto *to = reinterpret_cast<Object *>(memory)->bytes.data() + offset;
  submit(
      queue, count, waits, event, [=] { std::memcpy(to, from, size); }, blocking);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                       size_t offset, size_t size, void *to, cl_uint count,
                                       const cl_event *waits, cl_event *event) {
  ENTER_OR_RETURN();
  const auto *from = reinterpret_cast<Object *>(memory)->bytes.data() + offset;
  submit(
      queue, count, waits, event, [=] { std::memcpy(to, from, size); }, blocking);
  return CL_SUCCESS;
}

// Memory without bytes is that of other objects than buffers.
cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern,
                                       size_t patternSize, size_t offset, size_t size,
                                       cl_uint count, const cl_event *waits, cl_event *event) {
  ENTER_OR_RETURN();
  const auto *bytes = static_cast<const char *>(pattern);
  std::vector<char> &to = reinterpret_cast<Object *>(memory)->bytes;
  submit(queue, count, waits, event,
         [=, &to, held = std::vector<char>(bytes, bytes + patternSize)] {
           for (size_t i = 0; i < size && offset + i < to.size(); ++i)
             to[offset + i] = held[i % patternSize];
         });
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info query, size_t capacity, void *out,
                                  size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (query == CL_EVENT_COMMAND_QUEUE)
    return answer(reinterpret_cast<Object *>(event)->queue, capacity, out, sizeRet);
  return answer(cl_int{fakeDriver()->commandsRun ? CL_RUNNING : statusOf(event)}, capacity, out,
                sizeRet);
}
cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *events) {
  ENTER_OR_RETURN();
  fakeDriver()->commandsRun = false;
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    waitFor(events[i]);
    if (statusOf(events[i]) < 0)
      result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}
cl_int CL_API_CALL clReleaseEvent(cl_event event) { return release(event); }
cl_int CL_API_CALL clFinish(cl_command_queue queue) {
  ENTER_OR_RETURN();
  finish(queue);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clFlush(cl_command_queue) { return ENTER(); }

// Commands that do nothing.
#define COMMAND(name, ...)                                                                         \
  cl_int CL_API_CALL name(cl_command_queue queue, __VA_ARGS__, cl_uint count,                      \
                          const cl_event *waits, cl_event *event) {                                \
    ENTER_OR_RETURN();                                                                             \
    submit(queue, count, waits, event, [] {});                                                     \
    return CL_SUCCESS;                                                                             \
  }
COMMAND(clEnqueueReadBufferRect, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *,
        size_t, size_t, size_t, size_t, void *)
COMMAND(clEnqueueWriteBufferRect, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *,
        size_t, size_t, size_t, size_t, const void *)
COMMAND(clEnqueueCopyBuffer, cl_mem, cl_mem, size_t, size_t, size_t)
COMMAND(clEnqueueCopyBufferRect, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *,
        size_t, size_t, size_t, size_t)
COMMAND(clEnqueueUnmapMemObject, cl_mem, void *)
COMMAND(clEnqueueReadImage, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, void *)
COMMAND(clEnqueueWriteImage, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t,
        const void *)
COMMAND(clEnqueueCopyImage, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *)
COMMAND(clEnqueueSVMMemcpy, cl_bool, void *, const void *, size_t)
COMMAND(clEnqueueSVMMemFill, void *, const void *, size_t, size_t)
#undef COMMAND

#define WAIT(name)                                                                                 \
  cl_int CL_API_CALL name(cl_command_queue queue, cl_uint count, const cl_event *waits,            \
                          cl_event *event) {                                                       \
    ENTER_OR_RETURN();                                                                             \
    submit(queue, count, waits, event, [] {});                                                     \
    if (event && count != 0)                                                                       \
      reinterpret_cast<Object *>(*event)->keepsTimes = fakeDriver()->markersKeepTimes;             \
    return CL_SUCCESS;                                                                             \
  }
WAIT(clEnqueueMarkerWithWaitList)
WAIT(clEnqueueBarrierWithWaitList)
#undef WAIT

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                     cl_map_flags, size_t offset, size_t, cl_uint count,
                                     const cl_event *waits, cl_event *event, cl_int *code) {
  *code = ENTER();
  if (*code != CL_SUCCESS)
    return nullptr;
  submit(
      queue, count, waits, event, [] {}, blocking);
  return reinterpret_cast<Object *>(memory)->bytes.data() + offset;
}

cl_event CL_API_CALL clCreateUserEvent(cl_context, cl_int *code) {
  return makeUserEvent(ENTER(), code);
}
cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status) {
  ENTER_OR_RETURN();
  setUserEvent(event, status);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int,
                                      void(CL_CALLBACK *function)(cl_event, cl_int, void *),
                                      void *data) {
  ENTER_OR_RETURN();
  callWhenComplete(event, [=](cl_int status) { function(event, status, data); });
  return CL_SUCCESS;
}
cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info query, size_t capacity,
                                           void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (fakeDriver()->commandsRun || statusOf(event) != CL_COMPLETE ||
      reinterpret_cast<Object *>(event)->isUserEvent)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  const bool isKnown = reinterpret_cast<Object *>(event)->keepsTimes ||
                       query == CL_PROFILING_COMMAND_START || query == CL_PROFILING_COMMAND_END;
  return answer(cl_ulong{isKnown}, capacity, out, sizeRet);
}
cl_int CL_API_CALL clRetainEvent(cl_event event) {
  ENTER_OR_RETURN();
  return retain(event);
}

void addTo(cl_icd_dispatch &entries) {
#define ENTRY(name) entries.name = name
  ENTRY(clEnqueueNDRangeKernel);
  ENTRY(clEnqueueWriteBuffer);
  ENTRY(clEnqueueReadBuffer);
  ENTRY(clEnqueueFillBuffer);
  ENTRY(clGetEventInfo);
  ENTRY(clWaitForEvents);
  ENTRY(clReleaseEvent);
  ENTRY(clFinish);
  ENTRY(clFlush);
  ENTRY(clEnqueueMapBuffer);
  ENTRY(clCreateUserEvent);
  ENTRY(clSetUserEventStatus);
  ENTRY(clSetEventCallback);
  ENTRY(clGetEventProfilingInfo);
  ENTRY(clEnqueueReadBufferRect);
  ENTRY(clEnqueueWriteBufferRect);
  ENTRY(clEnqueueCopyBuffer);
  ENTRY(clEnqueueCopyBufferRect);
  ENTRY(clEnqueueUnmapMemObject);
  ENTRY(clEnqueueReadImage);
  ENTRY(clEnqueueWriteImage);
  ENTRY(clEnqueueCopyImage);
  ENTRY(clEnqueueSVMMemcpy);
  ENTRY(clEnqueueSVMMemFill);
  ENTRY(clEnqueueMarkerWithWaitList);
  ENTRY(clEnqueueBarrierWithWaitList);
  ENTRY(clRetainEvent);
#undef ENTRY
}

} // namespace

void ursa::testing::addCommands(cl_icd_dispatch &entries) { addTo(entries); }
