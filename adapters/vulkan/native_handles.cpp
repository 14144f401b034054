// Native handles. A device and its platform map to VkPhysicalDevice, a context to VkDevice, a queue
// to the VkQueue that it submits to, a buffer to VkBuffer (a sub-buffer to that of its parent).
// Events, programs and kernels have no Vulkan object; their native handle is the address of the
// object. Only native handles of this adapter can be converted back. The result never owns the
// driver's object, whatever the application requests.
#include "adapters/common/native_handles.h"
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/event.h"
#include "adapters/vulkan/kernel.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/platform.h"
#include "adapters/vulkan/program.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"

namespace ursa::vulkan {
namespace {

template <class Native> ur_native_handle_t nativeOf(Native native) {
  return reinterpret_cast<ur_native_handle_t>(native);
}

VkPhysicalDevice nativeObject(const ur_platform_handle_t_ &platform) {
  return platform.device->physical;
}
VkPhysicalDevice nativeObject(const ur_device_handle_t_ &device) { return device.physical; }
VkDevice nativeObject(const ur_context_handle_t_ &context) { return context.device->logical; }
VkQueue nativeObject(const ur_queue_handle_t_ &queue) { return queue.hardware.native(); }
Result<VkBuffer> nativeObject(const ur_mem_handle_t_ &memory) {
  URSA_TRY(VkBuffer buffer, memory.suballocation->ownBuffer());
  memory.context->device->registerSuballocation(buffer, memory.suballocation);
  return buffer;
}
template <class Native> Result<Native> asResult(Native native) { return native; }
template <class Native> Result<Native> asResult(Result<Native> native) { return native; }

struct DriverObject {
  template <class Object> Result<ur_native_handle_t> operator()(Object &object) const {
    URSA_TRY(const auto found, asResult(nativeObject(object)));
    return nativeOf(found);
  }
};

Error notKnown(const char *what) {
  return Error{UR_RESULT_ERROR_INVALID_VALUE,
               fmt::format("The native handle is not a {} of this adapter.", what)};
}

ur_result_t makePlatform(ur_native_handle_t native, ur_adapter_handle_t hAdapter,
                         const ur_platform_native_properties_t *, ur_platform_handle_t *made) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    for (ur_platform_handle_t platform : platforms())
      if (nativeOf(platform->device->physical) == native) {
        *made = platform;
        return {};
      }
    return notKnown("VkPhysicalDevice");
  });
}

ur_result_t makeDevice(ur_native_handle_t native, ur_adapter_handle_t hAdapter,
                       const ur_device_native_properties_t *, ur_device_handle_t *made) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    for (ur_platform_handle_t platform : platforms())
      if (nativeOf(platform->device->physical) == native) {
        *made = platform->device.get();
        return {};
      }
    return notKnown("VkPhysicalDevice");
  });
}

ur_result_t makeContext(ur_native_handle_t native, ur_adapter_handle_t hAdapter, uint32_t,
                        const ur_device_handle_t *, const ur_context_native_properties_t *,
                        ur_context_handle_t *made) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    for (ur_platform_handle_t platform : platforms())
      if (native && nativeOf(platform->device->logical) == native) {
        *made = new ur_context_handle_t_(platform->device.get());
        return {};
      }
    return notKnown("VkDevice");
  });
}

ur_result_t makeQueue(ur_native_handle_t native, ur_context_handle_t hContext,
                      ur_device_handle_t hDevice, const ur_queue_native_properties_t *,
                      ur_queue_handle_t *made) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    if (hDevice)
      URSA_CHECK(hContext->checkHas(hDevice));
    for (const auto &queue : hContext->device->queues)
      if (nativeOf(queue->native()) == native) {
        *made = new ur_queue_handle_t_(hContext, *queue, 0);
        return {};
      }
    return notKnown("VkQueue");
  });
}

ur_result_t makeBuffer(ur_native_handle_t native, ur_context_handle_t hContext,
                       const ur_mem_native_properties_t *, ur_mem_handle_t *made) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    auto suballocation = hContext->device->findSuballocation(reinterpret_cast<VkBuffer>(native));
    if (!suballocation)
      return notKnown("VkBuffer");
    const uint64_t size = suballocation->size();
    *made = new ur_mem_handle_t_(hContext, nullptr, std::move(suballocation), 0, size,
                                 UR_MEM_FLAG_READ_WRITE);
    return {};
  });
}

template <class Function> void fillGetter(Function &entry) {
  adapter::fillNativeHandleGetter<adapter::OwnAddress>(entry);
}
template <class Function> void fillDriverGetter(Function &entry) {
  adapter::fillNativeHandleGetter<DriverObject>(entry);
}
template <class Function> void make(Function &entry) { adapter::fillCreateFromAddress(entry); }

// For an event, 0 means no command: the event is complete.
ur_result_t makeEvent(ur_native_handle_t native, ur_context_handle_t context,
                      const ur_event_native_properties_t *properties, ur_event_handle_t *made) {
  if (native)
    return adapter::CreateFromAddress<ur_pfnEventCreateWithNativeHandle_t>::call(native, context,
                                                                                 properties, made);
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkHandle(context, "of the context"));
    URSA_CHECK(adapter::checkPointer(made, "for the new handle"));
    *made = new ur_event_handle_t_(context, nullptr, UR_COMMAND_EVENTS_WAIT);
    return {};
  });
}

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  fillDriverGetter(table.Platform.pfnGetNativeHandle);
  fillDriverGetter(table.Device.pfnGetNativeHandle);
  fillDriverGetter(table.Context.pfnGetNativeHandle);
  fillDriverGetter(table.Queue.pfnGetNativeHandle);
  fillDriverGetter(table.Mem.pfnGetNativeHandle);
  fillGetter(table.Event.pfnGetNativeHandle);
  fillGetter(table.Program.pfnGetNativeHandle);
  fillGetter(table.Kernel.pfnGetNativeHandle);
  table.Platform.pfnCreateWithNativeHandle = makePlatform;
  table.Device.pfnCreateWithNativeHandle = makeDevice;
  table.Context.pfnCreateWithNativeHandle = makeContext;
  table.Queue.pfnCreateWithNativeHandle = makeQueue;
  table.Mem.pfnBufferCreateWithNativeHandle = makeBuffer;
  table.Event.pfnCreateWithNativeHandle = makeEvent;
  make(table.Program.pfnCreateWithNativeHandle);
  make(table.Kernel.pfnCreateWithNativeHandle);
}

} // namespace ursa::vulkan
