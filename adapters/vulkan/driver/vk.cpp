#define VOLK_IMPLEMENTATION
#include "adapters/vulkan/driver/vk.h"

#include "adapters/common/driver_codes.h"

namespace ursa::vulkan {
namespace {

/// See adapters/common/driver_codes.h.
struct Codes {
  using Code = VkResult;
  static constexpr adapter::DriverCode<VkResult> kCodes[] = {
      URSA_DRIVER_CODE(VK_NOT_READY, ERROR_UNKNOWN),
      URSA_DRIVER_CODE(VK_TIMEOUT, ERROR_UNKNOWN),
      URSA_DRIVER_CODE(VK_ERROR_OUT_OF_HOST_MEMORY, ERROR_OUT_OF_HOST_MEMORY),
      URSA_DRIVER_CODE(VK_ERROR_OUT_OF_DEVICE_MEMORY, ERROR_OUT_OF_DEVICE_MEMORY),
      URSA_DRIVER_CODE(VK_ERROR_INITIALIZATION_FAILED, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(VK_ERROR_DEVICE_LOST, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(VK_ERROR_MEMORY_MAP_FAILED, ERROR_OUT_OF_DEVICE_MEMORY),
      URSA_DRIVER_CODE(VK_ERROR_LAYER_NOT_PRESENT, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(VK_ERROR_EXTENSION_NOT_PRESENT, ERROR_UNSUPPORTED_FEATURE),
      URSA_DRIVER_CODE(VK_ERROR_FEATURE_NOT_PRESENT, ERROR_UNSUPPORTED_FEATURE),
      URSA_DRIVER_CODE(VK_ERROR_INCOMPATIBLE_DRIVER, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(VK_ERROR_TOO_MANY_OBJECTS, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(VK_ERROR_FRAGMENTED_POOL, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(VK_ERROR_UNKNOWN, ERROR_UNKNOWN),
      URSA_DRIVER_CODE(VK_ERROR_OUT_OF_POOL_MEMORY, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(VK_ERROR_INVALID_EXTERNAL_HANDLE, ERROR_INVALID_HOST_PTR),
      URSA_DRIVER_CODE(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, ERROR_OUT_OF_DEVICE_MEMORY),
      URSA_DRIVER_CODE(VK_ERROR_INVALID_SHADER_NV, ERROR_PROGRAM_BUILD_FAILURE),
  };

  static bool isSuccess(VkResult code) {
    return code >= VK_SUCCESS && code != VK_TIMEOUT && code != VK_NOT_READY;
  }
  static std::string nameOfOther(VkResult) { return "a code that is not known"; }
};
using DriverCodes = adapter::DriverCodes<Codes>;

} // namespace

ur_result_t resultOf(VkResult code) { return DriverCodes::resultOf(code); }

std::string nameOf(VkResult code) { return DriverCodes::nameOf(code); }

Result<void> checkVk(VkResult code, const char *call) { return DriverCodes::check(code, call); }

} // namespace ursa::vulkan
