// Native handles. There is no driver below this adapter: the native handle of an object is its
// address, and a handle created from it is the same object with one more reference. Ownership of
// the native handle makes no difference: the object lives as long as it has references, and each
// handle must be released once.
#include "adapters/common/native_handles.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/driver/platform.h"
#include "adapters/host/graph/command_buffer.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/image/sampler.h"
#include "adapters/host/interop/native_handles.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/program/kernel.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/event.h"
#include "adapters/host/queue/queue.h"
#include "support/last_error.h"

namespace ursa::host {
namespace {

template <class Function> void fillGetter(Function &entry) {
  adapter::fillNativeHandleGetter<adapter::OwnAddress>(entry);
}
template <class Function> void make(Function &entry) { adapter::fillCreateFromAddress(entry); }

ur_event_handle_t makeCompleteEvent(ur_context_handle_t_ &context) {
  const auto queue = adapter::Ref<ur_queue_handle_t_>::adopt(
      new ur_queue_handle_t_(&context, context.devices.front().get(), 0));
  auto *event = new ur_event_handle_t_(queue.get(), UR_COMMAND_EVENTS_WAIT, nullptr);
  event->status = UR_EVENT_STATUS_COMPLETE;
  return event;
}

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  adapter::fillNativeHandleGetters<adapter::OwnAddress>(table);
  fillGetter(table.Sampler.pfnGetNativeHandle);
  fillGetter(table.CommandBufferExp.pfnGetNativeHandleExp);
  fillGetter(table.GraphExp.pfnGetNativeHandleExp);
  fillGetter(table.GraphExp.pfnExecutableGraphGetNativeHandleExp);
  make(table.Platform.pfnCreateWithNativeHandle);
  make(table.Device.pfnCreateWithNativeHandle);
  make(table.Context.pfnCreateWithNativeHandle);
  make(table.Queue.pfnCreateWithNativeHandle);
  table.Event.pfnCreateWithNativeHandle = adapter::createEventFromAddress<makeCompleteEvent>;
  make(table.Program.pfnCreateWithNativeHandle);
  make(table.Kernel.pfnCreateWithNativeHandle);
  make(table.Mem.pfnBufferCreateWithNativeHandle);
  make(table.Mem.pfnImageCreateWithNativeHandle);
  make(table.Sampler.pfnCreateWithNativeHandle);
}

} // namespace ursa::host
