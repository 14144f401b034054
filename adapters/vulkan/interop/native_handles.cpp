// Native handles. A device and its platform map to VkPhysicalDevice, a context to VkDevice, a queue
// to the VkQueue that it submits to, a buffer to VkBuffer (a sub-buffer to that of its parent).
// Events, programs and kernels have no Vulkan object; their native handle is the address of the
// object. Only native handles of this adapter can be converted back. The result never owns the
// driver's object, whatever the application requests.
#include "adapters/common/native_handles.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/platform.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/memory.h"
#include "adapters/vulkan/program/kernel.h"
#include "adapters/vulkan/program/program.h"
#include "adapters/vulkan/queue/event.h"
#include "adapters/vulkan/queue/queue.h"

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
    if constexpr (requires { nativeObject(object); }) {
      URSA_TRY(const auto found, asResult(nativeObject(object)));
      return nativeOf(found);
    } else {
      return adapter::OwnAddress()(object);
    }
  }
};

Error notKnown(const char *what) {
  return Error{UR_RESULT_ERROR_INVALID_VALUE,
               fmt::format("The native handle is not a {} of this adapter.", what)};
}

Result<ur_platform_handle_t> platformOfNative(ur_native_handle_t native,
                                              const ur_adapter_handle_t_ &,
                                              const ur_platform_native_properties_t *) {
  for (ur_platform_handle_t platform : platforms())
    if (nativeOf(platform->device->physical) == native)
      return platform;
  return notKnown("VkPhysicalDevice");
}

Result<ur_device_handle_t> deviceOfNative(ur_native_handle_t native,
                                          const ur_adapter_handle_t_ &owner,
                                          const ur_device_native_properties_t *) {
  URSA_TRY(ur_platform_handle_t const platform, platformOfNative(native, owner, nullptr));
  return platform->device.get();
}

Result<ur_context_handle_t> contextOfNative(ur_native_handle_t native, const ur_adapter_handle_t_ &,
                                            uint32_t, const ur_device_handle_t *,
                                            const ur_context_native_properties_t *) {
  for (ur_platform_handle_t platform : platforms())
    if (native && nativeOf(platform->device->logical) == native)
      return new ur_context_handle_t_(platform->device.get());
  return notKnown("VkDevice");
}

Result<ur_queue_handle_t> queueOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                        ur_device_handle_t device,
                                        const ur_queue_native_properties_t *) {
  if (device)
    URSA_CHECK(context.checkHas(device));
  for (const auto &queue : context.device->queues)
    if (nativeOf(queue->native()) == native)
      return new ur_queue_handle_t_(&context, *queue, 0);
  return notKnown("VkQueue");
}

Result<ur_mem_handle_t> bufferOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                       const ur_mem_native_properties_t *) {
  auto suballocation = context.device->findSuballocation(reinterpret_cast<VkBuffer>(native));
  if (!suballocation)
    return notKnown("VkBuffer");
  const uint64_t size = suballocation->size();
  return new ur_mem_handle_t_(&context, nullptr, std::move(suballocation), 0, size,
                              UR_MEM_FLAG_READ_WRITE);
}

ur_event_handle_t makeCompleteEvent(ur_context_handle_t_ &context) {
  return new ur_event_handle_t_(&context, nullptr, UR_COMMAND_EVENTS_WAIT);
}

template <class Function> void make(Function &entry) { adapter::fillCreateFromAddress(entry); }

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  adapter::fillNativeHandleGetters<DriverObject>(table);
  adapter::fillCreateFromNative<platformOfNative>(table.Platform.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<deviceOfNative>(table.Device.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<contextOfNative>(table.Context.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<queueOfNative>(table.Queue.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<bufferOfNative>(table.Mem.pfnBufferCreateWithNativeHandle);
  table.Event.pfnCreateWithNativeHandle = adapter::createEventFromAddress<makeCompleteEvent>;
  make(table.Program.pfnCreateWithNativeHandle);
  make(table.Kernel.pfnCreateWithNativeHandle);
}

} // namespace ursa::vulkan
