// urDeviceGetInfo: identity and partitioning of the device. Other concerns are in device_compute,
// device_memory and device_features.
#include "adapters/host/driver/device_info.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/partition.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"

#include <span>
#include <utility>

namespace ursa::host {
namespace {

using adapter::InfoWriter;

// Returns the PCI vendor id for the CPUID vendor string; 0 if unknown.
uint32_t vendorId(std::string_view name) {
  constexpr std::pair<std::string_view, uint32_t> kMakers[] = {
      {"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}, {"HygonGenuine", 0x1d94}};
  for (const auto &[maker, id] : kMakers)
    if (name == maker)
      return id;
  return 0;
}

// Vendor, name, versions and profile.
DeviceAnswer identity(const InfoWriter &writer, ur_device_info_t query,
                      const ur_device_handle_t_ &) {
  const Topology &cpu = topology();
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return writer.value(UR_DEVICE_TYPE_CPU);
  case UR_DEVICE_INFO_VENDOR_ID:
    return writer.value(vendorId(cpu.cpuVendor));
  case UR_DEVICE_INFO_NAME:
    return writer.string(cpu.cpuName);
  case UR_DEVICE_INFO_VENDOR:
    return writer.string(cpu.cpuVendor);
  case UR_DEVICE_INFO_DRIVER_VERSION:
    return writer.string("0.1.0");
  case UR_DEVICE_INFO_PROFILE:
    return writer.string("FULL_PROFILE");
  case UR_DEVICE_INFO_VERSION:
    return writer.string("3.0");
  case UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION:
    return writer.string("0.1");
  case UR_DEVICE_INFO_EXTENSIONS:
    return writer.string("cl_khr_fp16 "
                         "cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_int64_base_atomics "
                         "cl_khr_int64_extended_atomics cl_khr_global_int32_base_atomics "
                         "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                         "cl_khr_local_int32_extended_atomics cl_khr_3d_image_writes "
                         "cl_khr_srgb_image_writes");
  case UR_DEVICE_INFO_IL_VERSION:
    return writer.string(jit::supportedIl());
  case UR_DEVICE_INFO_BUILT_IN_KERNELS:
    return writer.string("");
  case UR_DEVICE_INFO_PLATFORM:
    return writer.value(platform());
  default:
    return std::nullopt;
  }
}

// Platform, parent device and partitioning.
DeviceAnswer family(const InfoWriter &writer, ur_device_info_t query,
                    const ur_device_handle_t_ &device) {
  hwloc_topology *const machine = topology().handle;
  switch (query) {
  case UR_DEVICE_INFO_PARENT_DEVICE:
    return writer.value(device.parent);
  case UR_DEVICE_INFO_REFERENCE_COUNT:
    return writer.value(device.isRoot() ? 1 : device.references.load());
  case UR_DEVICE_INFO_SUPPORTED_PARTITIONS: {
    const auto ways = supportedPartitions(machine, device.units);
    return writer.array(std::span<const ur_device_partition_t>(ways));
  }
  case UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES:
    return writer.value(maxSubDevices(device.units));
  case UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN:
    return writer.value(affinityDomains(machine, device.units));
  case UR_DEVICE_INFO_PARTITION_TYPE:
    return writer.array(std::span<const ur_device_partition_property_t>(device.partition));
  default:
    return std::nullopt;
  }
}

} // namespace

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return adapter::getDeviceInfo<ur_device_handle_t_, identity, family, answerCompute, answerMemory,
                                answerImages, answerFeature>(hDevice, propName, propSize,
                                                             pPropValue, pPropSizeRet);
}

} // namespace ursa::host
