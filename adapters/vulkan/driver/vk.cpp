#define VOLK_IMPLEMENTATION
#include "adapters/vulkan/driver/vk.h"

namespace ursa::vulkan {
namespace {

struct Code {
  VkResult code;
  const char *name;
  ur_result_t result;
};

constexpr Code kCodes[] = {
    {VK_NOT_READY, "VK_NOT_READY", UR_RESULT_ERROR_UNKNOWN},
    {VK_TIMEOUT, "VK_TIMEOUT", UR_RESULT_ERROR_UNKNOWN},
    {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY",
     UR_RESULT_ERROR_OUT_OF_HOST_MEMORY},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY",
     UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY},
    {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED",
     UR_RESULT_ERROR_UNINITIALIZED},
    {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST", UR_RESULT_ERROR_DEVICE_LOST},
    {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED",
     UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY},
    {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT", UR_RESULT_ERROR_UNINITIALIZED},
    {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT",
     UR_RESULT_ERROR_UNSUPPORTED_FEATURE},
    {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT",
     UR_RESULT_ERROR_UNSUPPORTED_FEATURE},
    {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER", UR_RESULT_ERROR_UNINITIALIZED},
    {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS", UR_RESULT_ERROR_OUT_OF_RESOURCES},
    {VK_ERROR_FRAGMENTED_POOL, "VK_ERROR_FRAGMENTED_POOL", UR_RESULT_ERROR_OUT_OF_RESOURCES},
    {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN", UR_RESULT_ERROR_UNKNOWN},
    {VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY", UR_RESULT_ERROR_OUT_OF_RESOURCES},
    {VK_ERROR_INVALID_EXTERNAL_HANDLE, "VK_ERROR_INVALID_EXTERNAL_HANDLE",
     UR_RESULT_ERROR_INVALID_HOST_PTR},
    {VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS",
     UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY},
    {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV",
     UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE},
};

const Code *find(VkResult code) {
  for (const Code &known : kCodes)
    if (known.code == code)
      return &known;
  return nullptr;
}

} // namespace

ur_result_t resultOf(VkResult code) {
  const Code *known = find(code);
  return known ? known->result : UR_RESULT_ERROR_UNKNOWN;
}

std::string nameOf(VkResult code) {
  const Code *known = find(code);
  return known ? fmt::format("{} ({})", known->name, static_cast<int>(code))
               : fmt::format("VkResult {}", static_cast<int>(code));
}

Result<void> checkVk(VkResult code, const char *call) {
  if (code >= VK_SUCCESS && code != VK_TIMEOUT && code != VK_NOT_READY)
    return {};
  return makeError(resultOf(code), "{} failed with {}.", call, nameOf(code));
}

} // namespace ursa::vulkan
