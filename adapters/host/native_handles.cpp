// Native handles. There is no driver below this adapter: the native handle of an object is its
// address, and a handle made of one is the object itself with one more reference. Whether the
// application hands over the native handle's ownership makes no difference for that reason: the
// object lives as long as somebody has a reference, and each handle must be released once.
#include "adapters/host/native_handles.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/event.h"
#include "adapters/host/kernel.h"
#include "adapters/host/memory.h"
#include "adapters/host/platform.h"
#include "adapters/host/program.h"
#include "adapters/host/queue.h"
#include "adapters/host/sampler.h"
#include "core/support/last_error.h"

#include <tuple>

namespace ursa::host {
namespace {

template <class Object> ur_native_handle_t nativeOf(Object *object) {
  return reinterpret_cast<ur_native_handle_t>(object);
}

// The functions that tell a native handle: the object first, where to last, and what the object's
// native handle does not depend on between.
template <class Function> struct Tell;
template <class Object, class... Others> struct Tell<ur_result_t (*)(Object *, Others...)> {
  static ur_result_t call(Object *object, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(adapter::checkHandle(object, "whose native handle is asked for"));
      ur_native_handle_t *native = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(adapter::checkPointer(native, "for the native handle"));
      *native = nativeOf(object);
      return {};
    });
  }
};

// The functions that make a handle: the native one first, then the context or adapter, the new
// handle last.
template <class Function> struct Make;
template <class Owner, class... Others>
struct Make<ur_result_t (*)(ur_native_handle_t, Owner *, Others...)> {
  static ur_result_t call(ur_native_handle_t native, Owner *owner, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(adapter::checkHandle(owner, "of the context or adapter"));
      auto *made = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
      if (!native)
        return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which none is."};
      auto *object = reinterpret_cast<std::remove_reference_t<decltype(*made)>>(native);
      adapter::retain(object);
      *made = object;
      return {};
    });
  }
};

template <class Function> void tell(Function &entry) { entry = Tell<Function>::call; }
template <class Function> void make(Function &entry) { entry = Make<Function>::call; }

// For an event 0 stands for no command: one that is complete.
ur_result_t makeEvent(ur_native_handle_t native, ur_context_handle_t context,
                      const ur_event_native_properties_t *properties, ur_event_handle_t *made) {
  if (native)
    return Make<ur_pfnEventCreateWithNativeHandle_t>::call(native, context, properties, made);
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkHandle(context, "of the context"));
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    const auto queue = adapter::Ref<ur_queue_handle_t_>::adopt(new ur_queue_handle_t_(context, context->devices.front().get(), 0));
    *made = new ur_event_handle_t_(queue.get(), UR_COMMAND_EVENTS_WAIT, nullptr);
    (*made)->status = UR_EVENT_STATUS_COMPLETE;
    return {};
  });
}

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  tell(table.Platform.pfnGetNativeHandle);
  tell(table.Device.pfnGetNativeHandle);
  tell(table.Context.pfnGetNativeHandle);
  tell(table.Queue.pfnGetNativeHandle);
  tell(table.Event.pfnGetNativeHandle);
  tell(table.Program.pfnGetNativeHandle);
  tell(table.Kernel.pfnGetNativeHandle);
  tell(table.Mem.pfnGetNativeHandle);
  tell(table.Sampler.pfnGetNativeHandle);
  make(table.Platform.pfnCreateWithNativeHandle);
  make(table.Device.pfnCreateWithNativeHandle);
  make(table.Context.pfnCreateWithNativeHandle);
  make(table.Queue.pfnCreateWithNativeHandle);
  table.Event.pfnCreateWithNativeHandle = makeEvent;
  make(table.Program.pfnCreateWithNativeHandle);
  make(table.Kernel.pfnCreateWithNativeHandle);
  make(table.Mem.pfnBufferCreateWithNativeHandle);
  make(table.Mem.pfnImageCreateWithNativeHandle);
  make(table.Sampler.pfnCreateWithNativeHandle);
}

} // namespace ursa::host
