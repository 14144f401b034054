// The adapter, its platform and its device, and the functions that the loader asks for the tables.
#include "objects.h"

#include <cstring>

namespace calculator {

ur_dditable_t table;

namespace {

ur_adapter_handle_t_ theAdapter;
ur_platform_handle_t_ thePlatform;
ur_device_handle_t_ theDevice;

/// Returns the only object of a kind, as urAdapterGet, urPlatformGet and urDeviceGet do.
template <class Handle>
ur_result_t returnOne(Handle object, uint32_t capacity, Handle *objects, uint32_t *count) {
  if (objects && capacity > 0)
    objects[0] = object;
  if (count)
    *count = 1;
  return UR_RESULT_SUCCESS;
}

ur_result_t getAdapters(uint32_t capacity, ur_adapter_handle_t *adapters, uint32_t *count) {
  return returnOne(&theAdapter, capacity, adapters, count);
}

/// The adapter, platform and device are static and have no reference counts.
template <class Handle> ur_result_t doNothing(Handle) { return UR_RESULT_SUCCESS; }

ur_result_t getAdapterInfo(ur_adapter_handle_t, ur_adapter_info_t property, size_t size, void *out,
                           size_t *outSize) {
  const ur_backend_t backend = UR_BACKEND_OFFLOAD;
  const uint32_t one = 1;
  switch (property) {
  case UR_ADAPTER_INFO_BACKEND:
    return answer(&backend, sizeof(backend), size, out, outSize);
  case UR_ADAPTER_INFO_VERSION:
  case UR_ADAPTER_INFO_REFERENCE_COUNT:
    return answer(&one, sizeof(one), size, out, outSize);
  default:
    return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
  }
}

ur_result_t getLastError(ur_adapter_handle_t, const char **message, int32_t *code) {
  *message = "The calculator keeps no messages.";
  *code = 0;
  return UR_RESULT_SUCCESS;
}

ur_result_t getPlatforms(ur_adapter_handle_t, uint32_t capacity, ur_platform_handle_t *platforms,
                         uint32_t *count) {
  return returnOne(&thePlatform, capacity, platforms, count);
}

ur_result_t getPlatformInfo(ur_platform_handle_t, ur_platform_info_t property, size_t size,
                            void *out, size_t *outSize) {
  const ur_backend_t backend = UR_BACKEND_OFFLOAD;
  const ur_adapter_handle_t adapter = &theAdapter;
  switch (property) {
  case UR_PLATFORM_INFO_NAME:
    return answer("Calculator", sizeof("Calculator"), size, out, outSize);
  case UR_PLATFORM_INFO_BACKEND:
    return answer(&backend, sizeof(backend), size, out, outSize);
  case UR_PLATFORM_INFO_ADAPTER:
    return answer(&adapter, sizeof(adapter), size, out, outSize);
  default:
    return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
  }
}

ur_result_t getDevices(ur_platform_handle_t, ur_device_type_t type, uint32_t capacity,
                       ur_device_handle_t *devices, uint32_t *count) {
  if (type != UR_DEVICE_TYPE_ALL && type != UR_DEVICE_TYPE_DEFAULT && type != UR_DEVICE_TYPE_CUSTOM)
    return UR_RESULT_ERROR_DEVICE_NOT_FOUND;
  return returnOne(&theDevice, capacity, devices, count);
}

ur_result_t getDeviceInfo(ur_device_handle_t, ur_device_info_t property, size_t size, void *out,
                          size_t *outSize) {
  const ur_device_type_t type = UR_DEVICE_TYPE_CUSTOM;
  const ur_platform_handle_t platform = &thePlatform;
  const uint64_t memory = 64 << 20;
  const ur_device_usm_access_capability_flags_t usm = UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS;
  switch (property) {
  case UR_DEVICE_INFO_TYPE:
    return answer(&type, sizeof(type), size, out, outSize);
  case UR_DEVICE_INFO_NAME:
    return answer("Calculator", sizeof("Calculator"), size, out, outSize);
  case UR_DEVICE_INFO_PLATFORM:
    return answer(&platform, sizeof(platform), size, out, outSize);
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
    return answer(&memory, sizeof(memory), size, out, outSize);
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
    return answer(&usm, sizeof(usm), size, out, outSize);
  default:
    return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
  }
}

/// Chooses the image for target "calculator" among those that a program has.
ur_result_t selectBinary(ur_device_handle_t, const ur_device_binary_t *binaries, uint32_t count,
                         uint32_t *selected) {
  for (uint32_t i = 0; i < count; ++i) {
    if (std::strcmp(binaries[i].pDeviceTargetSpec, "calculator") == 0) {
      *selected = i;
      return UR_RESULT_SUCCESS;
    }
  }
  return UR_RESULT_ERROR_INVALID_BINARY;
}

/// Fills the table when the library is loaded, before the loader gets a handle.
const bool isFilled = [] {
  fillDeviceFunctions(table);
  fillQueueFunctions(table);
  fillProgramFunctions(table);
  return true;
}();

/// Copies a part of the table for the loader.
template <class Part>
ur_result_t copyPart(ur_api_version_t version, Part *destination, const Part &part) {
  if (!destination)
    return UR_RESULT_ERROR_INVALID_NULL_POINTER;
  if (UR_MAJOR_VERSION(version) != UR_MAJOR_VERSION(UR_API_VERSION_CURRENT))
    return UR_RESULT_ERROR_UNSUPPORTED_VERSION;
  *destination = part;
  return UR_RESULT_SUCCESS;
}

} // namespace

void fillDeviceFunctions(ur_dditable_t &functions) {
  functions.Adapter.pfnGet = getAdapters;
  functions.Adapter.pfnRetain = doNothing;
  functions.Adapter.pfnRelease = doNothing;
  functions.Adapter.pfnGetInfo = getAdapterInfo;
  functions.Adapter.pfnGetLastError = getLastError;
  functions.Platform.pfnGet = getPlatforms;
  functions.Platform.pfnGetInfo = getPlatformInfo;
  functions.Device.pfnGet = getDevices;
  functions.Device.pfnRetain = doNothing;
  functions.Device.pfnRelease = doNothing;
  functions.Device.pfnGetInfo = getDeviceInfo;
  functions.Device.pfnSelectBinary = selectBinary;
}

} // namespace calculator

// The loader looks up these functions by name. A missing getter means an empty part.
#define CALCULATOR_GETTER(Part, type)                                                              \
  extern "C" __attribute__((visibility("default")))                                                \
  ur_result_t urGet##Part##ProcAddrTable(ur_api_version_t version, type *destination) {            \
    return calculator::copyPart(version, destination, calculator::table.Part);                     \
  }

CALCULATOR_GETTER(Adapter, ur_adapter_dditable_t)
CALCULATOR_GETTER(Platform, ur_platform_dditable_t)
CALCULATOR_GETTER(Device, ur_device_dditable_t)
CALCULATOR_GETTER(Context, ur_context_dditable_t)
CALCULATOR_GETTER(Queue, ur_queue_dditable_t)
CALCULATOR_GETTER(Event, ur_event_dditable_t)
CALCULATOR_GETTER(Mem, ur_mem_dditable_t)
CALCULATOR_GETTER(PhysicalMem, ur_physical_mem_dditable_t)
CALCULATOR_GETTER(Sampler, ur_sampler_dditable_t)
CALCULATOR_GETTER(Program, ur_program_dditable_t)
CALCULATOR_GETTER(Kernel, ur_kernel_dditable_t)
CALCULATOR_GETTER(Enqueue, ur_enqueue_dditable_t)
CALCULATOR_GETTER(EnqueueExp, ur_enqueue_exp_dditable_t)
CALCULATOR_GETTER(USM, ur_usm_dditable_t)
CALCULATOR_GETTER(VirtualMem, ur_virtual_mem_dditable_t)
