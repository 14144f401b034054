// Answers of urDeviceGetInfo about features that a device supports or does not support.
#include "adapters/common/missing_features.h"
#include "adapters/vulkan/driver/device_info.h"
#include "adapters/vulkan/launch/launch.h"
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/quirks/loop_guard.h"
#include "adapters/vulkan/quirks/nesting.h"

#include <algorithm>

namespace ursa::vulkan {

using adapter::InfoWriter;

DeviceAnswer answerFeature(const InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_HOST_UNIFIED_MEMORY:
    return writer.value<ur_bool_t>(device.isUnified);
  case UR_DEVICE_INFO_ATOMIC_64:
    return writer.value<ur_bool_t>(device.features.bufferInt64Atomics);
  case UR_DEVICE_INFO_IS_INTEGRATED_GPU:
    return writer.value<ur_bool_t>(device.properties.deviceType ==
                                   VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU);
  case UR_DEVICE_INFO_USM_HOST_ALLOC_REGISTER_SUPPORT_EXP:
    return writer.value<ur_bool_t>(device.features.hostImport);
  case UR_DEVICE_INFO_ENDIAN_LITTLE:
  case UR_DEVICE_INFO_USM_POOL_SUPPORT:
  case UR_DEVICE_INFO_AVAILABLE:
  case UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP:
  case UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT:
  case UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC:
  case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
  case UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS:
    return writer.value<ur_bool_t>(true);
  // Flags and counts of features that the device does not support.
  case UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES:
  case UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_SAMPLERS:
    return writer.value<uint32_t>(0);
  case UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE:
  case UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH:
  case UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE:
    return writer.value<size_t>(0);
  default:
    if (const DeviceAnswer answer = adapter::answerCommonQuery(writer, query))
      return answer;
    return adapter::answerMissingFeature(writer, query);
  }
}

std::string unsupportedReason(const ur_device_handle_t_ &device, const ImageKernel &kernel) {
  const char *name = device.properties.deviceName;
  const VkPhysicalDeviceLimits &limits = device.properties.limits;
  for (const std::string &capability : kernel.capabilities)
    if (!hasCapability(device, capability))
      return fmt::format("Kernel '{}' needs the capability {}, which '{}' does not support.",
                         kernel.name, capability, name);
  if (const auto sizes = subGroupSizes(device);
      kernel.subGroupSize &&
      std::find(sizes.begin(), sizes.end(), kernel.subGroupSize) == sizes.end())
    return fmt::format(
        "Kernel '{}' requires sub-groups of {}, which '{}' does not support; it supports {}.",
        kernel.name, kernel.subGroupSize, name, fmt::join(sizes, ", "));
  if (const auto &size = kernel.localSize) {
    uint64_t items = 1;
    for (size_t d = 0; d < size->size(); ++d) {
      items *= std::min<uint64_t>((*size)[d], UINT32_MAX >> 8);
      if ((*size)[d] > limits.maxComputeWorkGroupSize[d])
        return fmt::format("Kernel '{}' requires work-groups of {} work-items in dimension {}; "
                           "'{}' has at most {}.",
                           kernel.name, (*size)[d], d, name, limits.maxComputeWorkGroupSize[d]);
    }
    if (const uint32_t most = maxWorkGroupSize(device, kernel); items > most)
      return fmt::format("Kernel '{}' requires work-groups of {} work-items; '{}' has at most {}.",
                         kernel.name, items, name, most);
  }
  if (device.toggles.has(format::Toggle::LimitNesting)) {
    const uint32_t known = device.quirks.nestingLimit;
    const uint32_t most = known == 0 ? kUsualNestingLimit : known;
    // For the driver, a kernel with loops is inside of the branch of the lane guard.
    const bool isGuarded =
        device.toggles.has(format::Toggle::GuardUnusedLanes) && hasLoops(kernel.words);
    const uint32_t guards = isGuarded ? 1 : 0;
    if (const uint32_t nesting = nestingOf(kernel.words) + guards; nesting > most)
      return fmt::format("Kernel '{}' nests conditions or loops {} deep; the driver "
                         "of '{}' computes wrong results with more than {}.",
                         kernel.name, nesting, name, most);
  }
  if (kernel.localBytes > limits.maxComputeSharedMemorySize)
    return fmt::format("Kernel '{}' has {} bytes of local variables; '{}' has {} bytes of local "
                       "memory.",
                       kernel.name, kernel.localBytes, name, limits.maxComputeSharedMemorySize);
  return "";
}

} // namespace ursa::vulkan
