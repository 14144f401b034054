// The event functions that all adapters share.
//
// An adapter's traits have a type Event, the adapter's, and static members that take an event:
//   context(event)          its context
//   queue(event)            Result of the queue of its command, null if there is none
//   status(event)           Result<ur_event_status_t>
//   references(event)       the reference count
//   writeTime(event, writer, query)           answers urEventGetProfilingInfo
//   wait(count, events)                       Result<void>; count > 0 and no event is null
//   setCallback(event, status, function, userData)   Result<void>; checkCallbackStatus succeeded
// and, where a shorter way is worth it,
//   usualStatus(event)      what status does, or nothing; throws nothing
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <cstring>
#include <optional>

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION for UR_EXECUTION_INFO_QUEUED,
/// UR_RESULT_ERROR_INVALID_ENUMERATION for undefined statuses.
Result<void> checkCallbackStatus(ur_execution_info_t status);

/// Checks the parameters of urEventWait.
/// Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER, UR_RESULT_ERROR_INVALID_VALUE for an empty list,
/// UR_RESULT_ERROR_INVALID_EVENT for a null event.
Result<void> checkEvents(uint32_t numEvents, const ur_event_handle_t *phEventWaitList);

/// @name Errors of urEventGetProfilingInfo, UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE
/// @{
Error notProfiledError();    ///< the queue does not record times
Error neverSignalledError(); ///< no command has signalled the reusable event
/// @}

template <class Traits> struct EventFunctions {
  using Event = typename Traits::Event;

  static ur_result_t getInfo(Event *hEvent, ur_event_info_t propName, size_t propSize,
                             void *pPropValue, size_t *pPropSizeRet) {
    if constexpr (requires { Traits::usualStatus(*hEvent); }) // applications poll it
      if (propName == UR_EVENT_INFO_COMMAND_EXECUTION_STATUS && hEvent && pPropValue &&
          propSize == sizeof(ur_event_status_t) && !pPropSizeRet)
        if (const std::optional<ur_event_status_t> status = Traits::usualStatus(*hEvent)) {
          std::memcpy(pPropValue, &*status, sizeof(*status));
          return UR_RESULT_SUCCESS;
        }
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hEvent);
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      switch (propName) {
      case UR_EVENT_INFO_COMMAND_QUEUE: {
        URSA_TRY(ur_queue_handle_t const queue, Result<ur_queue_handle_t>(Traits::queue(*hEvent)));
        return writer.value(queue);
      }
      case UR_EVENT_INFO_CONTEXT:
        return writer.value(Traits::context(*hEvent));
      case UR_EVENT_INFO_COMMAND_TYPE:
        return writer.value(hEvent->type);
      case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS: {
        URSA_TRY(const ur_event_status_t status, Traits::status(*hEvent));
        return writer.value(status);
      }
      case UR_EVENT_INFO_REFERENCE_COUNT:
        return writer.value<uint32_t>(Traits::references(*hEvent));
      default:
        return InfoWriter::unknown("urEventGetInfo", propName);
      }
    });
  }

  static ur_result_t getProfilingInfo(Event *hEvent, ur_profiling_info_t propName, size_t propSize,
                                      void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hEvent);
      return Traits::writeTime(*hEvent, InfoWriter(propSize, pPropValue, pPropSizeRet), propName);
    });
  }

  static ur_result_t wait(uint32_t numEvents, const ur_event_handle_t *phEventWaitList) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkEvents(numEvents, phEventWaitList));
      return Traits::wait(numEvents, phEventWaitList);
    });
  }

  static ur_result_t setCallback(Event *hEvent, ur_execution_info_t execStatus,
                                 ur_event_callback_t pfnNotify, void *pUserData) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hEvent);
      URSA_POINTER(reinterpret_cast<const void *>(pfnNotify));
      URSA_CHECK(checkCallbackStatus(execStatus));
      return Traits::setCallback(*hEvent, execStatus, pfnNotify, pUserData);
    });
  }
};

template <class Traits> void fillEventFunctions(ur_dditable_t &table) {
  using Functions = EventFunctions<Traits>;
  table.Event.pfnGetInfo = Functions::getInfo;
  table.Event.pfnGetProfilingInfo = Functions::getProfilingInfo;
  table.Event.pfnWait = Functions::wait;
  table.Event.pfnRetain = retainHandle<typename Traits::Event>;
  table.Event.pfnRelease = releaseHandle<typename Traits::Event>;
  table.Event.pfnSetCallback = Functions::setCallback;
}

} // namespace ursa::adapter
