// Devices, and what this adapter chose for each when it was opened: the kind of USM and the forms
// of code.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/opencl/driver/code_forms.h"
#include "adapters/opencl/driver/device_clock.h"
#include "adapters/opencl/driver/platform.h"
#include "adapters/opencl/graph/native_commands.h"
#include "adapters/opencl/program/variables.h"
#include "format/toggles.h"
#include "spirv/module.h"

#include <array>
#include <mutex>
#include <string>

namespace ursa::opencl {

/// How a device supports unified shared memory.
enum class UsmSupport : uint8_t {
  None,
  CoarseSvm, ///< device allocations only: the host may access them only while they are mapped
  FineSvm, ///< host, device and shared allocations; the host and the device can access all of them
  Intel    ///< the extension cl_intel_unified_shared_memory
};

/// The result of probing how the driver sets specialization constants (specialization.h).
struct NativeTraits {
  std::once_flag once;
  spirv::Traits traits = 0;
};

/// The functions of cl_intel_unified_shared_memory, null if the device does not support it.
struct IntelUsm {
  using HostAlloc = void *(CL_API_CALL *)(cl_context, const cl_ulong *, size_t, cl_uint, cl_int *);
  using DeviceAlloc = void *(CL_API_CALL *)(cl_context, cl_device_id, const cl_ulong *, size_t,
                                            cl_uint, cl_int *);
  using Free = cl_int(CL_API_CALL *)(cl_context, void *);
  using SetArgument = cl_int(CL_API_CALL *)(cl_kernel, cl_uint, const void *);
  using Fill = cl_int(CL_API_CALL *)(cl_command_queue, void *, const void *, size_t, size_t,
                                     cl_uint, const cl_event *, cl_event *);
  using Copy = cl_int(CL_API_CALL *)(cl_command_queue, cl_bool, void *, const void *, size_t,
                                     cl_uint, const cl_event *, cl_event *);

  HostAlloc hostAlloc = nullptr;
  DeviceAlloc deviceAlloc = nullptr;
  DeviceAlloc sharedAlloc = nullptr;
  Free blockingFree = nullptr;
  SetArgument setArgument = nullptr;
  Fill fill = nullptr;
  Copy copy = nullptr;

  bool isComplete() const {
    return hostAlloc && deviceAlloc && sharedAlloc && blockingFree && setArgument && fill && copy;
  }
};

struct Device : adapter::HandleBase {
  explicit Device(ur_platform_handle_t hPlatform, cl_device_id device)
      : platform(hPlatform), id(device) {}
  ~Device();

  bool has(std::string_view extension) const;
  bool isRoot() const { return parent == nullptr; }

  const ur_platform_handle_t platform;
  const cl_device_id id;
  ur_device_handle_t parent = nullptr; ///< of a sub-device, which holds a reference; else null
  std::vector<ur_device_partition_property_t> partition; ///< what created the sub-device
  std::string extensions;
  uint32_t version = 0; ///< of OpenCL: 10 times major plus minor
  UsmSupport usm = UsmSupport::None;
  SpirvSupport spirv = SpirvSupport::None;
  mutable NativeTraits native; ///< used on root devices only
  mutable DeviceClock clock;   ///< for drivers without timer queries
  cl_device_svm_capabilities svm = 0;
  IntelUsm intelUsm;
  IntelVariables intelVariables;
  CommandBufferExtension commandBuffers;
  std::array<size_t, 3> maxItemSizes{}; ///< of a work-group
  size_t maxGroupSize = 0;
  uint64_t localBytes = 0;        ///< local memory of a work-group
  uint64_t maxAllocation = 0;     ///< bytes
  uint32_t computeCapability = 0; ///< of NVIDIA devices: 10 times major plus minor; else 0
  /// All but fold_spec_constants, which a probe decides (specialization.h).
  ursa::format::ToggleSet toggles;
  /// What the user says about the toggles.
  ursa::format::ToggleOverrides overrides;
};

/// Queries the properties that the adapter needs. Errors: those of the driver.
Result<std::unique_ptr<ur_device_handle_t_>> openDevice(ur_platform_handle_t_ &platform,
                                                        cl_device_id id);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);
ur_result_t partitionDevice(ur_device_handle_t hDevice,
                            const ur_device_partition_properties_t *pProperties,
                            uint32_t NumDevices, ur_device_handle_t *phSubDevices,
                            uint32_t *pNumDevicesRet);

/// Answer the queries about the supported partition types and affinity domains.
Result<void> answerPartitions(const adapter::InfoWriter &writer, const ur_device_handle_t_ &device);
Result<void> answerAffinityDomains(const adapter::InfoWriter &writer,
                                   const ur_device_handle_t_ &device);

} // namespace ursa::opencl

struct ur_device_handle_t_ : ursa::opencl::Device {
  using Device::Device;
};
