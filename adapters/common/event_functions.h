// The event functions that all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
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

/// queue returns the queue of the event's command, null if there is none; writeTime answers
/// urEventGetProfilingInfo. wait gets at least one event and no null, setCallback a status that
/// checkCallbackStatus accepts. Optional: usualStatus(event) -> std::optional<ur_event_status_t>,
/// what status returns or nothing, where a shorter way is worth it; it throws nothing.
template <class Traits>
concept EventTraits = requires(typename Traits::Event &event, const InfoWriter &writer,
                               ur_profiling_info_t query, uint32_t count,
                               const ur_event_handle_t *events, ur_execution_info_t status,
                               ur_event_callback_t function, void *userData) {
  { event.type } -> std::convertible_to<ur_command_t>;
  { Traits::context(event) } -> std::convertible_to<ur_context_handle_t>;
  { Traits::queue(event) } -> ValueOrResultOf<ur_queue_handle_t>;
  { Traits::status(event) } -> ResultOf<ur_event_status_t>;
  { Traits::references(event) } -> std::convertible_to<uint32_t>;
  { Traits::writeTime(event, writer, query) } -> ResultOfNothing;
  { Traits::wait(count, events) } -> ResultOfNothing;
  { Traits::setCallback(event, status, function, userData) } -> ResultOfNothing;
};

template <EventTraits Traits> struct EventFunctions {
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

template <EventTraits Traits> void fillEventFunctions(ur_dditable_t &table) {
  using Functions = EventFunctions<Traits>;
  table.Event.pfnGetInfo = Functions::getInfo;
  table.Event.pfnGetProfilingInfo = Functions::getProfilingInfo;
  table.Event.pfnWait = Functions::wait;
  table.Event.pfnRetain = retainHandle<typename Traits::Event>;
  table.Event.pfnRelease = releaseHandle<typename Traits::Event>;
  table.Event.pfnSetCallback = Functions::setCallback;
}

} // namespace ursa::adapter
