// urDeviceGetInfo: identity, numeric properties and memory of a device. device_features.cpp answers
// the queries about features.
#include "adapters/vulkan/driver/device_info.h"

#include "adapters/vulkan/driver/platform.h"
#include "support/launch_compilation.h"
#include "ursa.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace ursa::vulkan {
namespace {

using adapter::InfoWriter;

constexpr ur_memory_order_capability_flags_t kMemoryOrders =
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE |
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL;
constexpr ur_memory_scope_capability_flags_t kMemoryScopes =
    UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP |
    UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP | UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE;
constexpr ur_device_usm_access_capability_flags_t kUsmAccess =
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS;
// Larger argument blocks are in a buffer.
constexpr size_t kMaxParameterBytes = 4096;

ur_device_fp_capability_flags_t floatCapabilities(bool isThere, bool infNan, bool denorms) {
  if (!isThere)
    return 0;
  ur_device_fp_capability_flags_t flags = UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST;
  if (infNan)
    flags |= UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN;
  if (denorms)
    flags |= UR_DEVICE_FP_CAPABILITY_FLAG_DENORM;
  return flags |
         UR_DEVICE_FP_CAPABILITY_FLAG_FMA; // computed in double if the driver does not fuse it
}

VkPhysicalDeviceIDProperties idsOf(const ur_device_handle_t_ &device) {
  VkPhysicalDeviceIDProperties ids{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  properties.pNext = &ids;
  vkGetPhysicalDeviceProperties2(device.physical, &properties);
  return ids;
}

bool hasExtension(const ur_device_handle_t_ &device, const char *name) {
  uint32_t count = 0;
  if (vkEnumerateDeviceExtensionProperties(device.physical, nullptr, &count, nullptr) != VK_SUCCESS)
    return false;
  std::vector<VkExtensionProperties> all(count);
  if (vkEnumerateDeviceExtensionProperties(device.physical, nullptr, &count, all.data()) !=
      VK_SUCCESS)
    return false;
  return std::any_of(all.begin(), all.end(), [&](const VkExtensionProperties &extension) {
    return std::strcmp(extension.extensionName, name) == 0;
  });
}

DeviceAnswer pciAddress(const InfoWriter &writer, const ur_device_handle_t_ &device) {
  if (!hasExtension(device, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME))
    return InfoWriter::unsupported("urDeviceGetInfo", UR_DEVICE_INFO_PCI_ADDRESS);
  VkPhysicalDevicePCIBusInfoPropertiesEXT pci{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
  VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  properties.pNext = &pci;
  vkGetPhysicalDeviceProperties2(device.physical, &properties);
  return writer.string(fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.pciDomain, pci.pciBus,
                                   pci.pciDevice, pci.pciFunction));
}

// Answers queries about ids by which the operating system knows the device.
DeviceAnswer localId(const InfoWriter &writer, ur_device_info_t query,
                     const ur_device_handle_t_ &device) {
  const VkPhysicalDeviceIDProperties ids = idsOf(device);
  if (!ids.deviceLUIDValid)
    return InfoWriter::unsupported("urDeviceGetInfo", query);
  return query == UR_DEVICE_INFO_LUID ? writer.bytes(ids.deviceLUID, sizeof(ids.deviceLUID))
                                      : writer.value(ids.deviceNodeMask);
}

Result<void> togglesInForce(const InfoWriter &writer, ur_device_handle_t_ &device) {
  URSA_CHECK(openDevice(device));
  return writer.string(device.toggles.text());
}

// Describes the image target and the driver quirks of the device.
Result<void> codeForms(const InfoWriter &writer, ur_device_handle_t_ &device) {
  URSA_CHECK(openDevice(device));
  return writer.string(fmt::format("images for {}; quirks of the driver: {}",
                                   imageTarget(device.toggles), device.quirks.text()));
}

DeviceAnswer identity(const InfoWriter &writer, ur_device_info_t query,
                      const ur_device_handle_t_ &device) {
  const uint32_t version = device.properties.apiVersion;
  const std::string versionText =
      fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                  VK_API_VERSION_PATCH(version));
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return writer.value(deviceType(device));
  case UR_DEVICE_INFO_VENDOR_ID:
    return writer.value(device.properties.vendorID);
  case UR_DEVICE_INFO_DEVICE_ID:
    return writer.value(device.properties.deviceID);
  case UR_DEVICE_INFO_UUID: {
    const VkPhysicalDeviceIDProperties ids = idsOf(device);
    return writer.bytes(ids.deviceUUID, sizeof(ids.deviceUUID));
  }
  case UR_DEVICE_INFO_PCI_ADDRESS:
    return pciAddress(writer, device);
  case UR_DEVICE_INFO_LUID:
  case UR_DEVICE_INFO_NODE_MASK:
    return localId(writer, query, device);
  case UR_DEVICE_INFO_NAME:
    return writer.string(device.properties.deviceName);
  case UR_DEVICE_INFO_VENDOR:
    return writer.string(device.driver.driverName);
  case UR_DEVICE_INFO_DRIVER_VERSION:
    return writer.string(device.driver.driverInfo);
  case UR_DEVICE_INFO_PROFILE:
    return writer.string("FULL_PROFILE");
  case UR_DEVICE_INFO_VERSION:
  case UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION:
    return writer.string(versionText);
  case UR_DEVICE_INFO_EXTENSIONS: {
    std::string names = "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
                        "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                        "cl_khr_local_int32_extended_atomics";
    if (device.features.float64)
      names += " cl_khr_fp64";
    if (device.features.half)
      names += " cl_khr_fp16";
    if (device.features.bufferInt64Atomics && device.features.sharedInt64Atomics)
      names += " cl_khr_int64_base_atomics cl_khr_int64_extended_atomics";
    return writer.string(names);
  }
  case UR_DEVICE_INFO_IL_VERSION: // only images of its own format
  case UR_DEVICE_INFO_BUILT_IN_KERNELS:
    return writer.string("");
  case UR_DEVICE_INFO_PLATFORM:
    return writer.value(device.platform);
  default:
    return adapter::answerUndividedDevice(writer, query);
  }
}

DeviceAnswer compute(const InfoWriter &writer, ur_device_info_t query,
                     const ur_device_handle_t_ &device) {
  const VkPhysicalDeviceLimits &limits = device.properties.limits;
  const VkPhysicalDeviceFloatControlsProperties &floats = device.floats;
  switch (query) {
  case UR_DEVICE_INFO_MAX_COMPUTE_UNITS: // Vulkan has no query for it
  case UR_DEVICE_INFO_NUM_COMPUTE_UNITS:
    return writer.value<uint32_t>(1);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS:
    return writer.value<uint32_t>(3);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES: {
    std::array<size_t, 3> sizes{};
    std::copy_n(limits.maxComputeWorkGroupSize, 3, sizes.begin());
    return writer.value(sizes);
  }
  // Launches are split, so the limit is that ids fit in 32 bits.
  case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D: {
    constexpr std::array<size_t, 3> kCounts = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    return writer.value(kCounts);
  }
  case UR_DEVICE_INFO_MAX_WORK_GROUPS:
    return writer.value<size_t>(UINT32_MAX);
  case UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE:
    return writer.value<size_t>(limits.maxComputeWorkGroupInvocations);
  case UR_DEVICE_INFO_SINGLE_FP_CONFIG:
    return writer.value(floatCapabilities(true, floats.shaderSignedZeroInfNanPreserveFloat32,
                                          floats.shaderDenormPreserveFloat32));
  case UR_DEVICE_INFO_DOUBLE_FP_CONFIG:
    return writer.value(floatCapabilities(device.features.float64,
                                          floats.shaderSignedZeroInfNanPreserveFloat64,
                                          floats.shaderDenormPreserveFloat64));
  case UR_DEVICE_INFO_HALF_FP_CONFIG:
    return writer.value(floatCapabilities(device.features.half,
                                          floats.shaderSignedZeroInfNanPreserveFloat16,
                                          floats.shaderDenormPreserveFloat16));
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE:
    return writer.value<uint32_t>(device.features.float64);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF:
    return writer.value<uint32_t>(device.features.half);
  case UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY: // Vulkan has no query for it
    return writer.value<uint32_t>(0);
  case UR_DEVICE_INFO_ADDRESS_BITS:
    return writer.value<uint32_t>(64);
  case UR_DEVICE_INFO_MAX_PARAMETER_SIZE:
    return writer.value(kMaxParameterBytes);
  case UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS: {
    const uint32_t size = std::max(1u, device.subgroup.subgroupSize);
    return writer.value<uint32_t>((limits.maxComputeWorkGroupInvocations + size - 1) / size);
  }
  case UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL:
    return writer.array<uint32_t>(subGroupSizes(device));
  case UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
    return writer.value(kMemoryOrders);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
    return writer.value(kMemoryScopes);
  case UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION:
    return writer.value(std::max<size_t>(1, static_cast<size_t>(limits.timestampPeriod)));
  default:
    if (adapter::vectorScalarBytes(query)) // vectors are scalarized
      return writer.value<uint32_t>(1);
    return std::nullopt;
  }
}

// The free memory of the device's own heaps, as the driver reports it.
DeviceAnswer freeMemory(const InfoWriter &writer, const ur_device_handle_t_ &device) {
  if (!device.features.memoryBudget)
    return InfoWriter::unsupported("urDeviceGetInfo", UR_DEVICE_INFO_GLOBAL_MEM_FREE);
  VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
  VkPhysicalDeviceMemoryProperties2 memory{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
  memory.pNext = &budget;
  vkGetPhysicalDeviceMemoryProperties2(device.physical, &memory);
  uint64_t free = 0;
  for (uint32_t i = 0; i < device.memory.memoryHeapCount; ++i)
    if ((device.memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) &&
        budget.heapBudget[i] > budget.heapUsage[i])
      free += budget.heapBudget[i] - budget.heapUsage[i];
  return writer.value(std::min(free, device.memoryBytes));
}

Result<void> usmAddresses(const InfoWriter &writer, ur_device_handle_t_ &device) {
  URSA_CHECK(openDevice(device));
  if (!device.sharesAddresses)
    return writer.string("translated in arguments of kernels");
  return writer.string(device.isUnified ? "same" : "same, by placed mappings");
}

DeviceAnswer memory(const InfoWriter &writer, ur_device_info_t query,
                    const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
    return writer.value(device.memoryBytes);
  case UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE:
  case UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE:
    return writer.value(device.maxAllocation);
  case UR_DEVICE_INFO_GLOBAL_MEM_FREE:
    return freeMemory(writer, device);
  case UR_DEVICE_INFO_MAX_CONSTANT_ARGS:
    return writer.value<uint32_t>(kMaxParameterBytes / sizeof(void *));
  case UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN:
    return writer.value<uint32_t>(kBufferAlignment * 8);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE:
    return writer.value(UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE: // Vulkan has no query for it
    return writer.value<uint32_t>(64);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE:
    return writer.value<uint64_t>(0);
  case UR_DEVICE_INFO_PRINTF_BUFFER_SIZE:
    return writer.value<size_t>(kPrintfBytes);
  case UR_DEVICE_INFO_LOCAL_MEM_TYPE:
    return writer.value(UR_DEVICE_LOCAL_MEM_TYPE_LOCAL);
  case UR_DEVICE_INFO_LOCAL_MEM_SIZE:
    return writer.value<uint64_t>(device.properties.limits.maxComputeSharedMemorySize);
  case UR_DEVICE_INFO_USM_HOST_SUPPORT:
  case UR_DEVICE_INFO_USM_DEVICE_SUPPORT:
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
    return writer.value(kUsmAccess);
  case UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(0);
  default:
    return std::nullopt;
  }
}

// Queries that open the device, because the answer is known only then. They are no enumerators of
// the ABI.
DeviceAnswer ofOpenDevice(const InfoWriter &writer, ur_device_info_t query,
                          ur_device_handle_t_ &device) {
  switch (static_cast<uint32_t>(query)) {
  case kCompilesAtLaunch: // pipelines
    return writer.value<ur_bool_t>(true);
  case URSA_DEVICE_INFO_USM_ADDRESSES:
    return usmAddresses(writer, device);
  case URSA_DEVICE_INFO_CODE_INTAKE:
    return codeForms(writer, device);
  case URSA_DEVICE_INFO_TOGGLES:
    return togglesInForce(writer, device);
  default:
    return std::nullopt;
  }
}

} // namespace

ur_device_type_t deviceType(const ur_device_handle_t_ &device) {
  switch (device.properties.deviceType) {
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return UR_DEVICE_TYPE_CPU;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return UR_DEVICE_TYPE_GPU;
  default:
    return UR_DEVICE_TYPE_CUSTOM;
  }
}

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return adapter::getDeviceInfo<ur_device_handle_t_, ofOpenDevice, identity, compute, memory,
                                answerFeature>(hDevice, propName, propSize, pPropValue,
                                               pPropSizeRet);
}

} // namespace ursa::vulkan
