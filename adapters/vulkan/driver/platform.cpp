#include "adapters/vulkan/driver/platform.h"

#include "adapters/common/platform_functions.h"
#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "support/last_error.h"
#include "support/stack.h"

#include <algorithm>
#include <cstring>

namespace ursa::vulkan {
namespace {

using Platforms = std::vector<ur_platform_handle_t>;

VkInstance theInstance = VK_NULL_HANDLE; // written once, before the platforms

// Forwards messages of layers and drivers to the adapter's log.
VkBool32 VKAPI_PTR onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                             VkDebugUtilsMessageTypeFlagsEXT type,
                             const VkDebugUtilsMessengerCallbackDataEXT *data, void *) {
  const bool isError = severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  const bool isValidation = type & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  // Loaders also report drivers that they cannot open, which is not an error of this process.
  const ur_logger_level_t level = !isValidation ? UR_LOGGER_LEVEL_INFO
                                  : isError     ? UR_LOGGER_LEVEL_ERROR
                                                : UR_LOGGER_LEVEL_WARN;
  log().write(level, "{}: {}", isValidation ? "Validation" : "Vulkan",
              data->pMessage ? data->pMessage : "");
  return VK_FALSE;
}

bool hasInstanceExtension(const char *name) {
  uint32_t count = 0;
  if (vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr) != VK_SUCCESS)
    return false;
  std::vector<VkExtensionProperties> extensions(count);
  if (vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data()) < VK_SUCCESS)
    return false;
  return std::any_of(extensions.begin(), extensions.end(), [&](const auto &extension) {
    return std::strcmp(extension.extensionName, name) == 0;
  });
}

Result<VkInstance> makeInstance() {
  if (volkInitialize() != VK_SUCCESS)
    return makeError(UR_RESULT_ERROR_UNINITIALIZED, "The Vulkan loader, libvulkan.so.1, is not "
                                                    "installed.");
  uint32_t version = VK_API_VERSION_1_0;
  if (vkEnumerateInstanceVersion)
    URSA_CHECK(checkVk(vkEnumerateInstanceVersion(&version), "vkEnumerateInstanceVersion"));
  if (version < VK_API_VERSION_1_2)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
                     "The Vulkan loader has version {}.{}; at least 1.2 is needed.",
                     VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pEngineName = "Ursa";
  application.apiVersion = VK_API_VERSION_1_2;
  VkDebugUtilsMessengerCreateInfoEXT messages{
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messages.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                             VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messages.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messages.pfnUserCallback = onMessage;
  std::vector<const char *> extensions;
  if (hasInstanceExtension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME))
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pNext = extensions.empty() ? nullptr : &messages;
  info.pApplicationInfo = &application;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkInstance made = VK_NULL_HANDLE;
  URSA_CHECK(checkVk(vkCreateInstance(&info, nullptr, &made), "vkCreateInstance"));
  volkLoadInstanceOnly(made);
  if (!extensions.empty()) {
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE; // lives as long as the instance
    (void)vkCreateDebugUtilsMessengerEXT(made, &messages, nullptr, &messenger);
  }
  return made;
}

Result<std::vector<VkPhysicalDevice>> physicalDevices() {
  uint32_t count = 0;
  URSA_CHECK(checkVk(vkEnumeratePhysicalDevices(theInstance, &count, nullptr),
                     "vkEnumeratePhysicalDevices"));
  std::vector<VkPhysicalDevice> devices(count);
  URSA_CHECK(checkVk(vkEnumeratePhysicalDevices(theInstance, &count, devices.data()),
                     "vkEnumeratePhysicalDevices"));
  devices.resize(std::min<size_t>(count, devices.size()));
  return devices;
}

// Logs a missing component as information, and a real failure as an error.
void logMissing(const char *what, const Error &error) {
  const bool isOrdinary = error.code == UR_RESULT_ERROR_UNINITIALIZED ||
                          error.code == UR_RESULT_ERROR_UNSUPPORTED_VERSION ||
                          error.code == UR_RESULT_ERROR_UNSUPPORTED_FEATURE;
  log().write(isOrdinary ? UR_LOGGER_LEVEL_INFO : UR_LOGGER_LEVEL_WARN, "{}: {}", what,
              error.message);
}

Platforms openPlatforms() {
  Platforms found;
  auto made = makeInstance();
  if (!made) {
    logMissing("There are no Vulkan devices", made.error());
    return found;
  }
  theInstance = *made;
  auto devices = physicalDevices();
  if (!devices) {
    logMissing("There are no Vulkan devices", devices.error());
    return found;
  }
  for (VkPhysicalDevice physical : *devices) {
    auto platform = std::make_unique<ur_platform_handle_t_>();
    auto device = findDevice(platform.get(), physical);
    if (!device) {
      logMissing("A Vulkan device is left out", device.error());
      continue;
    }
    platform->device = *std::move(device);
    found.push_back(platform.release());
  }
  return found;
}

std::string text(const ur_platform_handle_t_ &platform, ur_platform_info_t query) {
  const ur_device_handle_t_ &device = *platform.device;
  const uint32_t version = device.properties.apiVersion;
  switch (query) {
  case UR_PLATFORM_INFO_NAME:
    return fmt::format("Vulkan: {}", device.properties.deviceName);
  case UR_PLATFORM_INFO_VENDOR_NAME:
    return device.driver.driverName;
  case UR_PLATFORM_INFO_VERSION:
    return fmt::format("Vulkan {}.{}.{}", VK_API_VERSION_MAJOR(version),
                       VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
  case UR_PLATFORM_INFO_PROFILE:
    return "FULL_PROFILE";
  default:
    return "";
  }
}

// Vulkan's loader alone uses 40 KiB of stack when it looks for drivers.
Platforms openOnLargeStack() {
  const LargeThreadStacks ofDrivers;
  auto found = onLargeStack([] { return Result(openPlatforms()); });
  return found ? *std::move(found) : openPlatforms();
}

using PlatformList = adapter::PlatformList<ur_platform_handle_t_, openOnLargeStack>;

const char *counterpart(std::string_view option) {
  return adapter::optionWithoutLevels(option, kNoOptimization);
}

} // namespace

std::span<const ur_platform_handle_t> platforms() { return PlatformList::all(); }

std::span<const ur_platform_handle_t> openedPlatforms() { return PlatformList::opened(); }

VkInstance instance() { return theInstance; }

void fillPlatformTable(ur_dditable_t &table) {
  adapter::fillPlatformFunctions<ur_adapter_handle_t_, ur_platform_handle_t_, platforms, text,
                                 UR_BACKEND_UNKNOWN, adapterHandle, counterpart>(table);
}

} // namespace ursa::vulkan
