#include "adapters/host/queue/reusable_event.h"

#include "adapters/common/reusable_events.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/queue/queue.h"
#include "support/last_error.h"

#include <mutex>

namespace ursa::host {
namespace {

using adapter::Ref;

Result<void> checkDeviceInContext(const ur_context_handle_t_ &, ur_device_handle_t device) {
  return checkDevice(device);
}

// Creates an event for a barrier; no other command accepts an existing event.
ur_event_handle_t createReusable(ur_context_handle_t context, bool isProfiled) {
  return new ur_event_handle_t_(context, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER, isProfiled);
}

// Destroys the previous value after the lock is released, because it may be the last reference.
void change(ReusableSignal &signal, Ref<ur_event_handle_t_> command, CapturedPoint point) {
  const std::lock_guard guard(signal.lock);
  std::swap(signal.command, command);
  std::swap(signal.capture, point.capture);
  signal.index = point.index;
}

} // namespace

ReusableSignal::ReusableSignal(ur_context_handle_t hContext, bool isProfiled)
    : context(hContext), profiled(isProfiled) {
  adapter::retain(context);
}

ReusableSignal::~ReusableSignal() { adapter::release(context); }

ur_context_handle_t contextOf(const ur_event_handle_t_ &event) {
  return event.reusable ? event.reusable->context : event.queue->context;
}

Ref<ur_event_handle_t_> commandOf(ur_event_handle_t_ &event) {
  if (!event.reusable)
    return Ref<ur_event_handle_t_>(&event);
  const std::lock_guard guard(event.reusable->lock);
  return event.reusable->command;
}

CapturedPoint capturedPointOf(const ur_event_handle_t_ &event) {
  if (!event.reusable)
    return {};
  const std::lock_guard guard(event.reusable->lock);
  return {event.reusable->capture, event.reusable->index};
}

Result<void> checkWaitable(const ur_event_handle_t_ &event) {
  return adapter::checkOutsideGraph<Recordings>(event);
}

void signalBy(ur_event_handle_t_ &event, ur_event_handle_t_ &command) {
  change(*event.reusable, Ref<ur_event_handle_t_>(&command), {});
}

void signalBy(ur_event_handle_t_ &event, const CapturedPoint &point) {
  change(*event.reusable, {}, point);
}

CapturedPoint Recordings::capturedPointOf(const ur_event_handle_t_ &event) {
  return host::capturedPointOf(event);
}

void Recordings::signalBy(ur_event_handle_t_ &event, const CapturedPoint &point) {
  host::signalBy(event, point);
}

void fillReusableEventTable(ur_dditable_t &table) {
  table.EventExp.pfnCreateExp =
      adapter::createReusableEvent<ur_context_handle_t_, ur_device_handle_t_, checkDeviceInContext,
                                   createReusable>;
}

} // namespace ursa::host
