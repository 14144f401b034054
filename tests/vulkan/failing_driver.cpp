// The functions that the adapter calls and that can fail go through a template that counts; the
// others are lavapipe's own.
#include "vulkan/failing_driver.h"

#include <vulkan/vulkan.h>

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <type_traits>

namespace {

std::atomic<uint64_t> calls{0};
std::atomic<uint64_t> failing{0};
std::atomic<int32_t> failure{VK_ERROR_OUT_OF_HOST_MEMORY};
std::atomic<const char *> failed{""};
std::atomic<uint32_t> pretendedVersion{0};
std::string missing; // set while no call runs

bool isToFail(const char *name) {
  if (calls.fetch_add(1) + 1 != failing.load())
    return false;
  failed = name;
  return true;
}

// A lost device runs nothing any more.
PFN_vkDeviceWaitIdle waitIdle = nullptr;
template <class First, class... Others> void stop(First first, Others...) {
  if constexpr (std::is_same_v<First, VkDevice>)
    if (waitIdle)
      waitIdle(first);
}

// One counted function: its name is the tag.
template <class Tag, class Function> struct Counted;
template <class Tag, class... Arguments> struct Counted<Tag, VkResult(VKAPI_PTR *)(Arguments...)> {
  static inline VkResult(VKAPI_PTR *real)(Arguments...) = nullptr;
  static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
    if (!isToFail(Tag::kName))
      return real(arguments...);
    if (failure == VK_ERROR_DEVICE_LOST)
      stop(arguments...);
    return static_cast<VkResult>(failure.load());
  }
};

#define COUNTED_FUNCTIONS(X)                                                                       \
  X(vkEnumeratePhysicalDevices)                                                                    \
  X(vkEnumerateDeviceExtensionProperties)                                                          \
  X(vkCreateDevice)                                                                                \
  X(vkCreateSemaphore)                                                                             \
  X(vkGetSemaphoreCounterValue)                                                                    \
  X(vkWaitSemaphores)                                                                              \
  X(vkSignalSemaphore)                                                                             \
  X(vkCreateBuffer)                                                                                \
  X(vkAllocateMemory)                                                                              \
  X(vkBindBufferMemory)                                                                            \
  X(vkMapMemory)                                                                                   \
  X(vkCreateCommandPool)                                                                           \
  X(vkResetCommandPool)                                                                            \
  X(vkAllocateCommandBuffers)                                                                      \
  X(vkBeginCommandBuffer)                                                                          \
  X(vkEndCommandBuffer)                                                                            \
  X(vkCreateQueryPool)                                                                             \
  X(vkGetQueryPoolResults)                                                                         \
  X(vkQueueSubmit)                                                                                 \
  X(vkCreatePipelineLayout)                                                                        \
  X(vkCreatePipelineCache)                                                                         \
  X(vkGetPipelineCacheData)                                                                        \
  X(vkCreateShaderModule)                                                                          \
  X(vkCreateComputePipelines)                                                                      \
  X(vkGetCalibratedTimestampsEXT)

#define DECLARE_TAG(name)                                                                          \
  struct Tag_##name {                                                                              \
    static constexpr const char *kName = #name;                                                    \
  };
COUNTED_FUNCTIONS(DECLARE_TAG)

PFN_vkGetInstanceProcAddr realInstanceProc = nullptr;
PFN_vkGetDeviceProcAddr realDeviceProc = nullptr;
PFN_vkGetPhysicalDeviceProperties realProperties = nullptr;
PFN_vkGetPhysicalDeviceProperties2 realProperties2 = nullptr;
PFN_vkGetPhysicalDeviceFeatures2 realFeatures2 = nullptr;

void *driver() {
  static void *const library = dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_LOCAL);
  return library;
}

template <class Function> Function symbol(const char *name) {
  return driver() ? reinterpret_cast<Function>(dlsym(driver(), name)) : nullptr;
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out) {
  realProperties(device, out);
  if (pretendedVersion != 0)
    out->apiVersion = pretendedVersion;
}

VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out) {
  realProperties2(device, out);
  if (pretendedVersion != 0)
    out->properties.apiVersion = pretendedVersion;
}

VKAPI_ATTR void VKAPI_CALL features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *out) {
  realFeatures2(device, out);
  if (missing == "shaderInt64")
    out->features.shaderInt64 = VK_FALSE;
  for (auto *next = static_cast<VkBaseOutStructure *>(out->pNext); next; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
      continue;
    auto *v12 = reinterpret_cast<VkPhysicalDeviceVulkan12Features *>(next);
    if (missing == "bufferDeviceAddress")
      v12->bufferDeviceAddress = VK_FALSE;
    if (missing == "vulkanMemoryModel")
      v12->vulkanMemoryModel = VK_FALSE;
    if (missing == "timelineSemaphore")
      v12->timelineSemaphore = VK_FALSE;
  }
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char *name);

// The wrapper of a function of that name, when there is one; the real one is noted.
PFN_vkVoidFunction wrapped(const char *name, PFN_vkVoidFunction real) {
  if (!real)
    return nullptr;
#define WRAP(function)                                                                             \
  if (std::strcmp(name, #function) == 0) {                                                         \
    using Wrapper = Counted<Tag_##function, PFN_##function>;                                       \
    Wrapper::real = reinterpret_cast<PFN_##function>(real);                                        \
    return reinterpret_cast<PFN_vkVoidFunction>(Wrapper::call);                                    \
  }
  COUNTED_FUNCTIONS(WRAP)
  if (std::strcmp(name, "vkDeviceWaitIdle") == 0)
    waitIdle = reinterpret_cast<PFN_vkDeviceWaitIdle>(real);
#define REPLACE(function, pointer, replacement)                                                    \
  if (std::strcmp(name, function) == 0) {                                                          \
    pointer = reinterpret_cast<decltype(pointer)>(real);                                           \
    return reinterpret_cast<PFN_vkVoidFunction>(replacement);                                      \
  }
  REPLACE("vkGetPhysicalDeviceProperties", realProperties, properties)
  REPLACE("vkGetPhysicalDeviceProperties2", realProperties2, properties2)
  REPLACE("vkGetPhysicalDeviceFeatures2", realFeatures2, features2)
  REPLACE("vkGetDeviceProcAddr", realDeviceProc, deviceProc)
  return real;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char *name) {
  return wrapped(name, realDeviceProc(device, name));
}

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                          const char *name) {
  if (!realInstanceProc)
    realInstanceProc = symbol<PFN_vkGetInstanceProcAddr>("vk_icdGetInstanceProcAddr");
  return realInstanceProc ? wrapped(name, realInstanceProc(instance, name)) : nullptr;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                                const char *name) {
  const auto real = symbol<PFN_vkGetInstanceProcAddr>("vk_icdGetPhysicalDeviceProcAddr");
  return real ? wrapped(name, real(instance, name)) : nullptr;
}

EXPORT VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
  const auto real =
      symbol<VkResult(VKAPI_PTR *)(uint32_t *)>("vk_icdNegotiateLoaderICDInterfaceVersion");
  return real ? real(version) : VK_ERROR_INCOMPATIBLE_DRIVER;
}

EXPORT void failingDriverFail(uint64_t number, int32_t code) {
  failure = code;
  failed = "";
  failing = number;
  calls = 0;
}

EXPORT uint64_t failingDriverCalls() { return calls; }

EXPORT const char *failingDriverFailed() { return failed; }

EXPORT void failingDriverPretend(uint32_t version, const char *missingFeature) {
  pretendedVersion = version;
  missing = missingFeature;
}
