// Native handles are OpenCL objects. An object that is created from a native handle adds a
// reference to the driver's object, or takes ownership of the application's reference if the
// application says so.
#include "adapters/common/native_handles.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/platform.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/memory.h"
#include "adapters/opencl/program/kernel.h"
#include "adapters/opencl/program/program.h"
#include "adapters/opencl/queue/command.h"

#include <algorithm>
#include <memory>

namespace ursa::opencl {
namespace {

template <class Native> ur_native_handle_t toHandle(Native native) {
  return reinterpret_cast<ur_native_handle_t>(native);
}

struct DriverObject {
  template <class Object> Result<ur_native_handle_t> operator()(Object &object) const {
    return toHandle(object.id);
  }
  Result<ur_native_handle_t> operator()(ur_program_handle_t_ &program) const {
    URSA_TRY(const NativeProgram native, program.native());
    program.context->builtPrograms.clear(); // the holder of the driver's program may change it
    return toHandle(native.get());
  }
  Result<ur_native_handle_t> operator()(ur_event_handle_t_ &event) const {
    URSA_TRY(const HeldEvent native, event.current()); // the event owns the reference
    if (!native)
      return Error{UR_RESULT_ERROR_INVALID_OPERATION,
                   "The event has no native handle yet: the command buffer that signals it was not "
                   "enqueued."};
    return toHandle(native.get());
  }
};

template <class Native> struct ReleaseNative {
  using pointer = Native;
  cl_int (*function)(Native);
  void operator()(Native native) const { function(native); }
};
/// Owns a reference to the driver's object.
template <class Native> using Held = std::unique_ptr<Native, ReleaseNative<Native>>;

// Calls make() with a reference of its own to the driver's object. If it succeeds, releases the
// application's reference if the application transfers ownership.
template <class Native, class Properties, class Make>
Result<void> wrap(ur_native_handle_t handle, const Properties *properties, cl_int (*retain)(Native),
                  cl_int (*release)(Native), const char *call, Make &&make) {
  const auto native = reinterpret_cast<Native>(handle);
  if (!native)
    return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which is not valid."};
  URSA_CHECK(checkCl(retain(native), call));
  URSA_CHECK(make(Held<Native>(native, {release})));
  if (properties && properties->isNativeHandleOwned)
    release(native);
  return {};
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

Result<ur_platform_handle_t> platformOfNative(ur_native_handle_t native,
                                              const ur_adapter_handle_t_ &,
                                              const ur_platform_native_properties_t *) {
  if (ur_platform_handle_t platform = findPlatform(reinterpret_cast<cl_platform_id>(native)))
    return platform;
  return Error{UR_RESULT_ERROR_INVALID_PLATFORM,
               "The native handle is not a platform that OpenCL lists."};
}

Result<ur_device_handle_t> deviceOfNative(ur_native_handle_t native, const ur_adapter_handle_t_ &,
                                          const ur_device_native_properties_t *) {
  ur_device_handle_t device = findDevice(reinterpret_cast<cl_device_id>(native));
  if (!device)
    return Error{UR_RESULT_ERROR_INVALID_DEVICE,
                 "The native handle is not a device that OpenCL lists."};
  if (!device->isRoot())
    adapter::retain(device);
  return device;
}

ur_result_t createContext(ur_native_handle_t hNativeContext, ur_adapter_handle_t hAdapter, uint32_t,
                          const ur_device_handle_t *,
                          const ur_context_native_properties_t *pProperties,
                          ur_context_handle_t *phContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(phContext);
    const auto native = reinterpret_cast<cl_context>(hNativeContext);
    if (!native)
      return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which is not valid."};
    URSA_TRY(const auto bytes, URSA_CL_BYTES(clGetContextInfo, CL_CONTEXT_DEVICES, native));
    const auto *ids = reinterpret_cast<const cl_device_id *>(bytes.data());
    std::vector<ur_device_handle_t> devices;
    for (size_t i = 0; i < bytes.size() / sizeof(cl_device_id); ++i) {
      devices.push_back(findDevice(ids[i]));
      if (!devices.back())
        return Error{UR_RESULT_ERROR_INVALID_DEVICE,
                     "The native context has a device that OpenCL does not list."};
    }
    return wrap(hNativeContext, pProperties, clRetainContext, clReleaseContext, "clRetainContext",
                [&](Held<cl_context> held) -> Result<void> {
                  *phContext = new ur_context_handle_t_(held.release(), std::move(devices));
                  return {};
                });
  });
}

ur_result_t createQueue(ur_native_handle_t hNativeQueue, ur_context_handle_t hContext,
                        ur_device_handle_t hDevice, const ur_queue_native_properties_t *pProperties,
                        ur_queue_handle_t *phQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phQueue);
    return wrap(hNativeQueue, pProperties, clRetainCommandQueue, clReleaseCommandQueue,
                "clRetainCommandQueue", [&](Held<cl_command_queue> held) -> Result<void> {
                  URSA_TRY(const cl_command_queue_properties properties,
                           URSA_CL_VALUE(cl_command_queue_properties, clGetCommandQueueInfo,
                                         CL_QUEUE_PROPERTIES, held.get()));
                  ur_device_handle_t device = hDevice;
                  if (!device) {
                    URSA_TRY(const cl_device_id id,
                             URSA_CL_VALUE(cl_device_id, clGetCommandQueueInfo, CL_QUEUE_DEVICE,
                                           held.get()));
                    device = findDevice(id);
                  }
                  if (!device || !hContext->has(device))
                    return Error{UR_RESULT_ERROR_INVALID_DEVICE,
                                 "The context does not contain the queue's device."};
                  ur_queue_flags_t flags = 0;
                  if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
                    flags |= UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
                  if (properties & CL_QUEUE_PROFILING_ENABLE)
                    flags |= UR_QUEUE_FLAG_PROFILING_ENABLE;
                  *phQueue = new ur_queue_handle_t_(hContext, device, held.release(), flags);
                  return {};
                });
  });
}

ur_result_t createEvent(ur_native_handle_t hNativeEvent, ur_context_handle_t hContext,
                        const ur_event_native_properties_t *pProperties,
                        ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phEvent);
    const auto make = [&](cl_event event) -> Result<void> {
      *phEvent = new ur_event_handle_t_(hContext, nullptr, UR_COMMAND_EVENTS_WAIT, event);
      return {};
    };
    if (hNativeEvent == 0) {
      URSA_TRY(HeldEvent event, completeEvent(*hContext));
      return make(event.release());
    }
    return wrap(hNativeEvent, pProperties, clRetainEvent, clReleaseEvent, "clRetainEvent",
                [&](Held<cl_event> held) { return make(held.release()); });
  });
}

// Takes ownership of the reference.
Result<adapter::Ref<ur_program_handle_t_>> programOf(ur_context_handle_t_ &context,
                                                     cl_program native) {
  NativeProgram held(native);
  auto program = adapter::Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(&context, context.devices, Code{}));
  URSA_CHECK(program->setNative({std::move(held), nullptr}));
  return program;
}

ur_result_t createProgram(ur_native_handle_t hNativeProgram, ur_context_handle_t hContext,
                          const ur_program_native_properties_t *pProperties,
                          ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phProgram);
    return wrap(hNativeProgram, pProperties, clRetainProgram, clReleaseProgram, "clRetainProgram",
                [&](Held<cl_program> held) -> Result<void> {
                  URSA_TRY(auto program, programOf(*hContext, held.release()));
                  *phProgram = program.detach();
                  return {};
                });
  });
}

ur_result_t createKernel(ur_native_handle_t hNativeKernel, ur_context_handle_t hContext,
                         ur_program_handle_t hProgram,
                         const ur_kernel_native_properties_t *pProperties,
                         ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phKernel);
    return wrap(hNativeKernel, pProperties, clRetainKernel, clReleaseKernel, "clRetainKernel",
                [&](Held<cl_kernel> held) -> Result<void> {
                  URSA_TRY(const std::string name,
                           URSA_CL_STRING(clGetKernelInfo, CL_KERNEL_FUNCTION_NAME, held.get()));
                  adapter::Ref<ur_program_handle_t_> program(hProgram);
                  if (!program) {
                    URSA_TRY(const cl_program id, URSA_CL_VALUE(cl_program, clGetKernelInfo,
                                                                CL_KERNEL_PROGRAM, held.get()));
                    URSA_CHECK(checkCl(clRetainProgram(id), "clRetainProgram"));
                    URSA_TRY(program, programOf(*hContext, id));
                  }
                  URSA_TRY(*phKernel, wrapKernel(program.get(), held.release(),
                                                 program->kernelName(name).c_str()));
                  return {};
                });
  });
}

Result<void> createMemory(ur_native_handle_t handle, ur_context_handle_t hContext,
                          const ur_mem_native_properties_t *pProperties, bool isImage,
                          ur_mem_handle_t *phMem) {
  URSA_HANDLE(hContext);
  URSA_POINTER(phMem);
  // Other adapters create buffers from memory; an OpenCL driver would treat it as one of its
  // objects.
  if (hContext->allocations.find(reinterpret_cast<const void *>(handle)))
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The native handle is the address of a USM allocation; OpenCL cannot create a "
                 "memory object from it."};
  return wrap(handle, pProperties, clRetainMemObject, clReleaseMemObject, "clRetainMemObject",
              [&](Held<cl_mem> held) -> Result<void> {
                URSA_TRY(const size_t size,
                         URSA_CL_VALUE(size_t, clGetMemObjectInfo, CL_MEM_SIZE, held.get()));
                *phMem = new ur_mem_handle_t_(hContext, held.release(), isImage, size);
                return {};
              });
}

ur_result_t createBuffer(ur_native_handle_t hNativeMem, ur_context_handle_t hContext,
                         const ur_mem_native_properties_t *pProperties, ur_mem_handle_t *phMem) {
  return atBoundary([&] { return createMemory(hNativeMem, hContext, pProperties, false, phMem); });
}

ur_result_t createImage(ur_native_handle_t hNativeMem, ur_context_handle_t hContext,
                        const ur_image_format_t *, const ur_image_desc_t *,
                        const ur_mem_native_properties_t *pProperties, ur_mem_handle_t *phMem) {
  return atBoundary([&] { return createMemory(hNativeMem, hContext, pProperties, true, phMem); });
}

ur_result_t createSampler(ur_native_handle_t hNativeSampler, ur_context_handle_t hContext,
                          const ur_sampler_native_properties_t *pProperties,
                          ur_sampler_handle_t *phSampler) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phSampler);
    return wrap(hNativeSampler, pProperties, clRetainSampler, clReleaseSampler, "clRetainSampler",
                [&](Held<cl_sampler> held) -> Result<void> {
                  *phSampler = new ur_sampler_handle_t_(hContext, held.release());
                  return {};
                });
  });
}

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  adapter::fillNativeHandleGetters<DriverObject>(table);
  adapter::fillNativeHandleGetter<DriverObject>(table.Sampler.pfnGetNativeHandle);
  adapter::fillCreateFromNative<platformOfNative>(table.Platform.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<deviceOfNative>(table.Device.pfnCreateWithNativeHandle);
  table.Context.pfnCreateWithNativeHandle = createContext;
  table.Queue.pfnCreateWithNativeHandle = createQueue;
  table.Event.pfnCreateWithNativeHandle = createEvent;
  table.Program.pfnCreateWithNativeHandle = createProgram;
  table.Kernel.pfnCreateWithNativeHandle = createKernel;
  table.Mem.pfnBufferCreateWithNativeHandle = createBuffer;
  table.Mem.pfnImageCreateWithNativeHandle = createImage;
  table.Sampler.pfnCreateWithNativeHandle = createSampler;
}

} // namespace ursa::opencl
