// Contexts, queues, events and memory. Commands run in the thread that enqueues them, so every
// event is complete when it is created.
#include "objects.h"

#include <cstdlib>

namespace calculator {
namespace {

ur_result_t createContext(uint32_t, const ur_device_handle_t *, const ur_context_properties_t *,
                          ur_context_handle_t *context) {
  *context = new ur_context_handle_t_;
  return UR_RESULT_SUCCESS;
}

ur_result_t createQueue(ur_context_handle_t, ur_device_handle_t, const ur_queue_properties_t *,
                        ur_queue_handle_t *queue) {
  *queue = new ur_queue_handle_t_;
  return UR_RESULT_SUCCESS;
}

ur_result_t finish(ur_queue_handle_t) { return UR_RESULT_SUCCESS; }

ur_result_t waitForEvents(uint32_t, const ur_event_handle_t *) { return UR_RESULT_SUCCESS; }

ur_result_t getEventInfo(ur_event_handle_t, ur_event_info_t property, size_t size, void *out,
                         size_t *outSize) {
  const ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  if (property != UR_EVENT_INFO_COMMAND_EXECUTION_STATUS)
    return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
  return answer(&status, sizeof(status), size, out, outSize);
}

/// Memory that the host and the device both access.
ur_result_t allocateShared(ur_context_handle_t, ur_device_handle_t, const ur_usm_desc_t *,
                           ur_usm_pool_handle_t, size_t size, void **memory) {
  *memory = std::malloc(size);
  return *memory ? UR_RESULT_SUCCESS : UR_RESULT_ERROR_OUT_OF_HOST_MEMORY;
}

ur_result_t freeUsm(ur_context_handle_t, void *memory) {
  std::free(memory);
  return UR_RESULT_SUCCESS;
}

} // namespace

void fillQueueFunctions(ur_dditable_t &functions) {
  functions.Context.pfnCreate = createContext;
  functions.Context.pfnRetain = retain;
  functions.Context.pfnRelease = release;
  functions.Queue.pfnCreate = createQueue;
  functions.Queue.pfnRetain = retain;
  functions.Queue.pfnRelease = release;
  functions.Queue.pfnFinish = finish;
  functions.Event.pfnWait = waitForEvents;
  functions.Event.pfnGetInfo = getEventInfo;
  functions.Event.pfnRetain = retain;
  functions.Event.pfnRelease = release;
  functions.USM.pfnSharedAlloc = allocateShared;
  functions.USM.pfnFree = freeUsm;
}

} // namespace calculator
