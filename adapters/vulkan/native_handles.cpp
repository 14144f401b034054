// Native handles: those of Vulkan of an adapter's own objects - the logical device of a context,
// the queue of the driver, the buffer of a memory object; of the others, which Vulkan has nothing
// like, the address of the object. A handle that is made of one is the object with one more
// reference, so that only objects of this adapter can come back.
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/event.h"
#include "adapters/vulkan/kernel.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/platform.h"
#include "adapters/vulkan/program.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"

#include <tuple>

namespace ursa::vulkan {
namespace {

template <class Function> struct Tell;
template <class Object, class... Others> struct Tell<ur_result_t (*)(Object *, Others...)> {
  static ur_result_t call(Object *object, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(adapter::checkHandle(object, "whose native handle is asked for"));
      ur_native_handle_t *native = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(adapter::checkPointer(native, "for the native handle"));
      *native = reinterpret_cast<ur_native_handle_t>(object);
      return {};
    });
  }
};

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
    *made = new ur_event_handle_t_(context, nullptr, UR_COMMAND_EVENTS_WAIT);
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
  make(table.Platform.pfnCreateWithNativeHandle);
  make(table.Device.pfnCreateWithNativeHandle);
  make(table.Context.pfnCreateWithNativeHandle);
  make(table.Queue.pfnCreateWithNativeHandle);
  table.Event.pfnCreateWithNativeHandle = makeEvent;
  make(table.Program.pfnCreateWithNativeHandle);
  make(table.Kernel.pfnCreateWithNativeHandle);
  make(table.Mem.pfnBufferCreateWithNativeHandle);
}

} // namespace ursa::vulkan
