// The registry of live events that urEventCreateExp created. The output parameter of a barrier may
// be uninitialized, so a barrier looks its value up before it treats it as an event.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"

#include <mutex>
#include <type_traits>
#include <unordered_set>

namespace ursa::adapter {

/// Thread safe.
class ReusableEvents {
public:
  /// Never freed: static destructors may release events.
  static ReusableEvents &instance() {
    static ReusableEvents &events = *new ReusableEvents;
    return events;
  }

  void add(const void *event) {
    const std::lock_guard guard(mutex_);
    events_.insert(event);
  }
  void remove(const void *event) {
    const std::lock_guard guard(mutex_);
    events_.erase(event);
  }
  /// Returns whether a value from the application is a live reusable event.
  bool contains(const void *event) {
    const std::lock_guard guard(mutex_);
    return events_.contains(event);
  }

private:
  std::mutex mutex_; ///< guards events_
  std::unordered_set<const void *> events_;
};

inline Result<void> checkEventFlags(ur_exp_event_flags_t flags) {
  if (flags & UR_EXP_EVENT_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The event flags {:#x} are not defined.",
                     flags);
  if (flags & UR_EXP_EVENT_FLAG_IPC_EXP && flags & UR_EXP_EVENT_FLAG_ENABLE_PROFILING)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "An event that processes share cannot record times: the flags are {:#x}.",
                     flags);
  return {};
}

/// Implements pfnCreateExp of events.
/// @tparam Make gets whether the event records timestamps; the event's destructor removes it from
///              ReusableEvents
/// @tparam MakeShared makes an event that processes share; null if they cannot
template <class Context, class Device,
          Callable<Result<void>(Context &, Device *)> auto CheckDeviceInContext,
          Callable<ur_event_handle_t(Context *, bool)> auto Make, auto MakeShared = nullptr>
ur_result_t createReusableEvent(Context *hContext, Device *hDevice,
                                const ur_exp_event_desc_t *pEventDesc, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pEventDesc);
    URSA_POINTER(phEvent);
    URSA_CHECK(CheckDeviceInContext(*hContext, hDevice));
    URSA_CHECK(checkEventFlags(pEventDesc->flags));
    using Event = Ref<std::remove_pointer_t<ur_event_handle_t>>;
    Event event;
    if (!(pEventDesc->flags & UR_EXP_EVENT_FLAG_IPC_EXP)) {
      event = Event::adopt(
          Make(hContext, (pEventDesc->flags & UR_EXP_EVENT_FLAG_ENABLE_PROFILING) != 0));
    } else if constexpr (std::is_null_pointer_v<decltype(MakeShared)>) {
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Events of this device cannot be shared with other processes.");
    } else {
      URSA_TRY(ur_event_handle_t const made, MakeShared(hContext, hDevice));
      event = Event::adopt(made);
    }
    ReusableEvents::instance().add(event.get());
    *phEvent = event.detach();
    return {};
  });
}

/// Implements pfnEventsWaitWithBarrier and its variant that may signal a reusable event.
/// @tparam ContextOf returns the event's context
/// @tparam Enqueue enqueues a barrier with the wait list and phEvent; its last parameter is the
///                 event to signal, or null to create one
template <class Queue,
          Callable<ur_context_handle_t(std::remove_pointer_t<ur_event_handle_t> &)> auto ContextOf,
          Callable<Result<void>(Queue &, uint32_t, const ur_event_handle_t *, ur_event_handle_t *,
                                ur_event_handle_t)> auto Enqueue>
struct Barriers {
  static ur_result_t enqueue(Queue *hQueue, uint32_t numEventsInWaitList,
                             const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      return Enqueue(*hQueue, numEventsInWaitList, phEventWaitList, phEvent, nullptr);
    });
  }

  // All valid flags have the same effect here.
  static ur_result_t enqueueExt(Queue *hQueue, const ur_exp_enqueue_ext_properties_t *pProperties,
                                uint32_t numEventsInWaitList,
                                const ur_event_handle_t *phEventWaitList,
                                ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      if (pProperties && (pProperties->flags & UR_EXP_ENQUEUE_EXT_FLAGS_MASK))
        return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                         "The enqueue flags {:#x} are not defined.", pProperties->flags);
      // Applications that want a new event may leave *phEvent uninitialized.
      ur_event_handle_t const reused =
          phEvent && ReusableEvents::instance().contains(*phEvent) ? *phEvent : nullptr;
      if (reused && ContextOf(*reused) != hQueue->context)
        return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                         "The reusable event and the queue are of different contexts.");
      return Enqueue(*hQueue, numEventsInWaitList, phEventWaitList, phEvent, reused);
    });
  }
};

} // namespace ursa::adapter
