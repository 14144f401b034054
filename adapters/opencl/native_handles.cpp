// Native handles: those of OpenCL. A handle that an object was made of is the driver's object with
// one more reference, or with the application's own when it says that it gives it away.
#include "adapters/opencl/command.h"
#include "adapters/opencl/device.h"
#include "adapters/opencl/kernel.h"
#include "adapters/opencl/memory.h"
#include "adapters/opencl/platform.h"
#include "adapters/opencl/program.h"
#include "adapters/opencl/tables.h"

#include <algorithm>
#include <tuple>

namespace ursa::opencl {
namespace {

template <class Native> ur_native_handle_t toHandle(Native native) {
  return reinterpret_cast<ur_native_handle_t>(native);
}

// The functions that tell a native handle: the object first, where to last.
template <class Function> struct Tell;
template <class Object, class... Others> struct Tell<ur_result_t (*)(Object *, Others...)> {
  static ur_result_t call(Object *object, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(adapter::checkHandle(object, "whose native handle is asked for"));
      ur_native_handle_t *place = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(adapter::checkPointer(place, "for the native handle"));
      if constexpr (std::is_same_v<Object, ur_program_handle_t_>) {
        URSA_TRY(const NativeProgram native, object->native());
        object->context->builtPrograms.clear(); // who has the driver's program may change it
        *place = toHandle(native.get());
      } else if constexpr (std::is_same_v<Object, ur_event_handle_t_>) {
        const HeldEvent native = object->current(); // who signals it keeps it
        if (!native)
          return Error{UR_RESULT_ERROR_INVALID_OPERATION,
                       "The event is signalled by a command buffer that was not enqueued yet."};
        *place = toHandle(native.get());
      } else {
        *place = toHandle(object->id);
      }
      return {};
    });
  }
};

template <class Function> void tell(Function &entry) { entry = Tell<Function>::call; }

// A native handle as OpenCL's type, referenced for us.
template <class Native, class Properties>
Result<Native> take(ur_native_handle_t handle, const Properties *properties,
                    cl_int (*retain)(Native), const char *call) {
  const auto native = reinterpret_cast<Native>(handle);
  if (!native)
    return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which none is."};
  if (!properties || !properties->isNativeHandleOwned)
    URSA_CHECK(checkCl(retain(native), call));
  return native;
}

ur_platform_handle_t findPlatform(cl_platform_id id) {
  const auto all = platforms();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](ur_platform_handle_t platform) { return platform->id == id; });
  return found == all.end() ? nullptr : *found;
}

ur_device_handle_t findDevice(cl_device_id id) {
  for (ur_platform_handle_t platform : platforms())
    if (ur_device_handle_t device = platform->find(id))
      return device;
  return nullptr;
}

ur_result_t makePlatform(ur_native_handle_t hNativePlatform, ur_adapter_handle_t hAdapter,
                         const ur_platform_native_properties_t *,
                         ur_platform_handle_t *phPlatform) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(phPlatform);
    ur_platform_handle_t platform = findPlatform(reinterpret_cast<cl_platform_id>(hNativePlatform));
    if (!platform)
      return Error{UR_RESULT_ERROR_INVALID_PLATFORM,
                   "The native handle is of no platform that OpenCL lists."};
    *phPlatform = platform;
    return {};
  });
}

ur_result_t makeDevice(ur_native_handle_t hNativeDevice, ur_adapter_handle_t hAdapter,
                       const ur_device_native_properties_t *, ur_device_handle_t *phDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(phDevice);
    ur_device_handle_t device = findDevice(reinterpret_cast<cl_device_id>(hNativeDevice));
    if (!device)
      return Error{UR_RESULT_ERROR_INVALID_DEVICE,
                   "The native handle is of no device that OpenCL lists."};
    adapter::retain(device);
    *phDevice = device;
    return {};
  });
}

ur_result_t makeContext(ur_native_handle_t hNativeContext, ur_adapter_handle_t hAdapter, uint32_t,
                        const ur_device_handle_t *,
                        const ur_context_native_properties_t *pProperties,
                        ur_context_handle_t *phContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(phContext);
    const auto native = reinterpret_cast<cl_context>(hNativeContext);
    if (!native)
      return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which none is."};
    URSA_TRY(const auto bytes, URSA_CL_BYTES(clGetContextInfo, CL_CONTEXT_DEVICES, native));
    const auto *ids = reinterpret_cast<const cl_device_id *>(bytes.data());
    std::vector<ur_device_handle_t> devices;
    for (size_t i = 0; i < bytes.size() / sizeof(cl_device_id); ++i) {
      devices.push_back(findDevice(ids[i]));
      if (!devices.back())
        return Error{UR_RESULT_ERROR_INVALID_DEVICE,
                     "The native context has a device that OpenCL does not list."};
    }
    URSA_CHECK([&]() -> Result<void> {
      URSA_TRY(const cl_context taken,
               take(hNativeContext, pProperties, clRetainContext, "clRetainContext"));
      *phContext = new ur_context_handle_t_(taken, std::move(devices));
      return {};
    }());
    return {};
  });
}

ur_result_t makeQueue(ur_native_handle_t hNativeQueue, ur_context_handle_t hContext,
                      ur_device_handle_t hDevice, const ur_queue_native_properties_t *pProperties,
                      ur_queue_handle_t *phQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phQueue);
    URSA_TRY(const cl_command_queue native,
             take(hNativeQueue, pProperties, clRetainCommandQueue, "clRetainCommandQueue"));
    ur_device_handle_t device = hDevice;
    if (!device)
      if (const auto id =
              URSA_CL_VALUE(cl_device_id, clGetCommandQueueInfo, CL_QUEUE_DEVICE, native))
        device = findDevice(*id);
    const auto properties = URSA_CL_VALUE(cl_command_queue_properties, clGetCommandQueueInfo,
                                          CL_QUEUE_PROPERTIES, native);
    ur_queue_flags_t flags = 0;
    if (properties && (*properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
      flags |= UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (properties && (*properties & CL_QUEUE_PROFILING_ENABLE))
      flags |= UR_QUEUE_FLAG_PROFILING_ENABLE;
    if (!device || !hContext->has(device)) {
      clReleaseCommandQueue(native);
      return Error{UR_RESULT_ERROR_INVALID_DEVICE, "The queue's device is none of the context's."};
    }
    *phQueue = new ur_queue_handle_t_(hContext, device, native, flags);
    return {};
  });
}

ur_result_t makeEvent(ur_native_handle_t hNativeEvent, ur_context_handle_t hContext,
                      const ur_event_native_properties_t *pProperties, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phEvent);
    HeldEvent event;
    if (hNativeEvent == 0) {
      URSA_TRY(event, completeEvent(*hContext));
    } else {
      URSA_TRY(const cl_event native,
               take(hNativeEvent, pProperties, clRetainEvent, "clRetainEvent"));
      event.reset(native);
    }
    *phEvent = new ur_event_handle_t_(hContext, nullptr, UR_COMMAND_EVENTS_WAIT, event.release());
    return {};
  });
}

ur_result_t makeProgram(ur_native_handle_t hNativeProgram, ur_context_handle_t hContext,
                        const ur_program_native_properties_t *pProperties,
                        ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phProgram);
    URSA_TRY(const cl_program native,
             take(hNativeProgram, pProperties, clRetainProgram, "clRetainProgram"));
    auto *program = new ur_program_handle_t_(hContext, hContext->devices, Code{});
    program->setNative({NativeProgram(native), nullptr});
    *phProgram = program;
    return {};
  });
}

ur_result_t makeKernel(ur_native_handle_t hNativeKernel, ur_context_handle_t hContext,
                       ur_program_handle_t hProgram,
                       const ur_kernel_native_properties_t *pProperties,
                       ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phKernel);
    URSA_TRY(const cl_kernel native,
             take(hNativeKernel, pProperties, clRetainKernel, "clRetainKernel"));
    adapter::Ref<ur_program_handle_t_> program(hProgram);
    if (!program) {
      const auto id = URSA_CL_VALUE(cl_program, clGetKernelInfo, CL_KERNEL_PROGRAM, native);
      if (!id) {
        clReleaseKernel(native);
        return id.error();
      }
      clRetainProgram(*id);
      program = adapter::Ref<ur_program_handle_t_>::adopt(
          new ur_program_handle_t_(hContext, hContext->devices, Code{}));
      program->setNative({NativeProgram(*id), nullptr});
    }
    const auto name = URSA_CL_STRING(clGetKernelInfo, CL_KERNEL_FUNCTION_NAME, native);
    URSA_TRY(*phKernel, wrapKernel(program.get(), native, name ? (*name).c_str() : ""));
    return {};
  });
}

Result<void> makeMemory(ur_native_handle_t handle, ur_context_handle_t hContext,
                        const ur_mem_native_properties_t *pProperties, bool isImage,
                        ur_mem_handle_t *phMem) {
  URSA_HANDLE(hContext);
  URSA_POINTER(phMem);
  // Other adapters make buffers of memory; a driver would take it for an object of its own.
  if (hContext->allocations.find(reinterpret_cast<const void *>(handle)))
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The native handle is the address of a USM allocation, of which OpenCL makes no "
                 "memory objects."};
  URSA_TRY(const cl_mem native, take(handle, pProperties, clRetainMemObject, "clRetainMemObject"));
  const auto size = URSA_CL_VALUE(size_t, clGetMemObjectInfo, CL_MEM_SIZE, native);
  if (!size) {
    clReleaseMemObject(native);
    return size.error();
  }
  *phMem = new ur_mem_handle_t_(hContext, native, isImage, *size);
  return {};
}

ur_result_t makeBuffer(ur_native_handle_t hNativeMem, ur_context_handle_t hContext,
                       const ur_mem_native_properties_t *pProperties, ur_mem_handle_t *phMem) {
  return atBoundary([&] { return makeMemory(hNativeMem, hContext, pProperties, false, phMem); });
}

ur_result_t makeImage(ur_native_handle_t hNativeMem, ur_context_handle_t hContext,
                      const ur_image_format_t *, const ur_image_desc_t *,
                      const ur_mem_native_properties_t *pProperties, ur_mem_handle_t *phMem) {
  return atBoundary([&] { return makeMemory(hNativeMem, hContext, pProperties, true, phMem); });
}

ur_result_t makeSampler(ur_native_handle_t hNativeSampler, ur_context_handle_t hContext,
                        const ur_sampler_native_properties_t *pProperties,
                        ur_sampler_handle_t *phSampler) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phSampler);
    URSA_TRY(const cl_sampler native,
             take(hNativeSampler, pProperties, clRetainSampler, "clRetainSampler"));
    *phSampler = new ur_sampler_handle_t_(hContext, native);
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
  table.Platform.pfnCreateWithNativeHandle = makePlatform;
  table.Device.pfnCreateWithNativeHandle = makeDevice;
  table.Context.pfnCreateWithNativeHandle = makeContext;
  table.Queue.pfnCreateWithNativeHandle = makeQueue;
  table.Event.pfnCreateWithNativeHandle = makeEvent;
  table.Program.pfnCreateWithNativeHandle = makeProgram;
  table.Kernel.pfnCreateWithNativeHandle = makeKernel;
  table.Mem.pfnBufferCreateWithNativeHandle = makeBuffer;
  table.Mem.pfnImageCreateWithNativeHandle = makeImage;
  table.Sampler.pfnCreateWithNativeHandle = makeSampler;
}

} // namespace ursa::opencl
