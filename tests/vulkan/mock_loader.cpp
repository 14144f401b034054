// Each function goes through a template with its name and its codes. Overrides change answers after
// the real call.
#include "vulkan/mock_loader.h"

#include <vulkan/vulkan.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <set>
#include <tuple>
#include <type_traits>

namespace ursa::mock_vulkan {
namespace {

struct Entry {
  const char *name;
  std::vector<int32_t> codes;
  std::atomic<uint64_t> calls{0};
};

enum Index : size_t {
#define MOCKED(name, ...) kIndexOf_##name,
#include "mock_functions.inc"
#undef MOCKED
  kFunctions
};

Entry entries[] = {
#define MOCKED(name, ...) {#name, {__VA_ARGS__}},
#include "mock_functions.inc"
#undef MOCKED
};

// The call that is to fail. The adapter's threads may call meanwhile.
std::atomic<size_t> failing{kFunctions};
std::atomic<uint64_t> failingNumber{0};
std::atomic<bool> failingPersistently{false};
std::atomic<VkResult> failingCode{VK_SUCCESS};
std::atomic<bool> failed{false};
std::atomic<bool> lost{false};

Overrides overrides; // set only while no call runs

// The mutex guards everything below.
std::mutex mutex;
std::map<std::string, std::set<uint64_t>> liveObjects; // by creating function
std::map<uint64_t, std::string> creators;              // creating function of each live object
std::vector<std::string> misuseMessages;
std::vector<std::string> cacheData;
std::condition_variable arrivalsChanged;
size_t rendezvousFunction = kFunctions;
uint32_t expectedArrivals = 0;
uint32_t arrivals = 0;

bool canLoseDevice(const Entry &entry) {
  return std::find(entry.codes.begin(), entry.codes.end(), VK_ERROR_DEVICE_LOST) !=
         entry.codes.end();
}

// Returns the code with which a call must fail, or VK_SUCCESS.
VkResult failureOf(size_t index, uint64_t number) {
  const Entry &entry = entries[index];
  if (index == kIndexOf_vkCreateDevice)
    lost = false; // this is another device
  if (lost && canLoseDevice(entry))
    return VK_ERROR_DEVICE_LOST;
  if (index != failing || number < failingNumber ||
      (number > failingNumber && !failingPersistently))
    return VK_SUCCESS;
  failed = true;
  if (failingCode == VK_ERROR_DEVICE_LOST && index != kIndexOf_vkCreateDevice)
    lost = true;
  return failingCode;
}

void waitForOthers(size_t index) {
  std::unique_lock guard(mutex);
  if (index != rendezvousFunction)
    return;
  ++arrivals;
  arrivalsChanged.notify_all();
  arrivalsChanged.wait(guard, [] { return arrivals >= expectedArrivals; });
}

template <class Handle> uint64_t numberOf(Handle handle) {
  return reinterpret_cast<uint64_t>(handle);
}

void recordCreated(const char *creator, uint64_t object) {
  const std::lock_guard guard(mutex);
  liveObjects[creator].insert(object);
  creators[object] = creator;
}

// Objects of the instance live as long as the process.
void recordDestroyed(const char *function, uint64_t object) {
  if (object == 0)
    return;
  const std::lock_guard guard(mutex);
  const auto creator = creators.find(object);
  if (creator == creators.end()) {
    misuseMessages.push_back(std::string(function) + " of an object that does not exist");
    return;
  }
  liveObjects[creator->second].erase(object);
  creators.erase(creator);
  if (std::strcmp(function, "vkDestroyDevice") != 0)
    return;
  for (const auto &[name, objects] : liveObjects)
    if (!objects.empty() && name != "vkCreateInstance" && name != "vkCreateDebugUtilsMessengerEXT")
      misuseMessages.push_back("an object of " + name + " outlived its device");
}

// Parameters (..., const VkAllocationCallbacks *, Handle *) create an object, and (..., Handle,
// const VkAllocationCallbacks *) destroy one.
template <class... Arguments> consteval bool createsObject() {
  if constexpr (sizeof...(Arguments) < 3)
    return false;
  else
    return std::is_same_v<std::tuple_element_t<sizeof...(Arguments) - 2, std::tuple<Arguments...>>,
                          const VkAllocationCallbacks *>;
}
template <class... Arguments> consteval bool destroysObject() {
  if constexpr (sizeof...(Arguments) < 2)
    return false;
  else
    return std::is_same_v<std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>,
                          const VkAllocationCallbacks *>;
}

// Hooks of a function: before(...) may replace the call, after(...) changes its answer.
template <size_t Index> struct Hooks {};

template <> struct Hooks<kIndexOf_vkEnumerateInstanceVersion> {
  static void after(uint32_t *version) {
    if (overrides.loaderVersion != 0)
      *version = overrides.loaderVersion;
  }
};

void limit(VkPhysicalDeviceProperties &properties) {
  VkPhysicalDeviceLimits &limits = properties.limits;
  if (overrides.deviceVersion != 0)
    properties.apiVersion = overrides.deviceVersion;
  if (overrides.workGroups != 0)
    std::fill_n(limits.maxComputeWorkGroupCount, 3, overrides.workGroups);
  if (overrides.workItems != 0)
    limits.maxComputeWorkGroupInvocations = overrides.workItems;
  if (overrides.localMemory != 0)
    limits.maxComputeSharedMemorySize = overrides.localMemory;
}

template <> struct Hooks<kIndexOf_vkGetPhysicalDeviceProperties> {
  static void after(VkPhysicalDevice, VkPhysicalDeviceProperties *out) { limit(*out); }
};

template <> struct Hooks<kIndexOf_vkGetPhysicalDeviceProperties2> {
  static void after(VkPhysicalDevice, VkPhysicalDeviceProperties2 *out) { limit(out->properties); }
};

template <> struct Hooks<kIndexOf_vkGetPhysicalDeviceFeatures2> {
  static void after(VkPhysicalDevice, VkPhysicalDeviceFeatures2 *out) {
    const auto clearIfMissing = [](const char *feature, VkBool32 &has) {
      if (overrides.missingFeature == feature)
        has = VK_FALSE;
    };
    clearIfMissing("shaderInt64", out->features.shaderInt64);
    for (auto *next = static_cast<VkBaseOutStructure *>(out->pNext); next; next = next->pNext) {
      if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
        continue;
      auto &v12 = *reinterpret_cast<VkPhysicalDeviceVulkan12Features *>(next);
      clearIfMissing("bufferDeviceAddress", v12.bufferDeviceAddress);
      clearIfMissing("vulkanMemoryModel", v12.vulkanMemoryModel);
      clearIfMissing("vulkanMemoryModelDeviceScope", v12.vulkanMemoryModelDeviceScope);
      clearIfMissing("timelineSemaphore", v12.timelineSemaphore);
    }
  }
};

template <> struct Hooks<kIndexOf_vkGetPhysicalDeviceQueueFamilyProperties> {
  static void after(VkPhysicalDevice, const uint32_t *count, VkQueueFamilyProperties *families) {
    for (uint32_t i = 0; families && i < *count; ++i) {
      if (!overrides.supportsCompute)
        families[i].queueFlags &= ~VkQueueFlags{VK_QUEUE_COMPUTE_BIT};
      if (!overrides.hasTimestamps)
        families[i].timestampValidBits = 0;
    }
  }
};

template <> struct Hooks<kIndexOf_vkCreatePipelineCache> {
  static void after(VkDevice, const VkPipelineCacheCreateInfo *info, const VkAllocationCallbacks *,
                    VkPipelineCache *) {
    const auto *bytes = static_cast<const char *>(info->pInitialData);
    const std::lock_guard guard(mutex);
    cacheData.emplace_back(bytes, bytes ? info->initialDataSize : 0);
  }
};

template <> struct Hooks<kIndexOf_vkGetPipelineCacheData> {
  static void after(VkDevice, VkPipelineCache, size_t *size, void *data) {
    const std::string &payload = overrides.cachedPipelines;
    if (payload.empty())
      return;
    // The driver's own cache is only a header.
    const size_t header = sizeof(VkPipelineCacheHeaderVersionOne);
    if (data)
      std::memcpy(static_cast<char *>(data) + header, payload.data(), payload.size());
    *size = header + payload.size();
  }
};

template <size_t Index, class Pointer> struct Mocked;
template <size_t Index, class Answer, class... Arguments>
struct Mocked<Index, Answer(VKAPI_PTR *)(Arguments...)> {
  static inline Answer(VKAPI_PTR *real)(Arguments...) = nullptr;

  static VKAPI_ATTR Answer VKAPI_CALL call(Arguments... arguments) {
    Entry &entry = entries[Index];
    const uint64_t number = entry.calls.fetch_add(1) + 1;
    const auto all = std::tie(arguments...);
    waitForOthers(Index);
    if constexpr (std::is_void_v<Answer>) {
      if constexpr (destroysObject<Arguments...>()) {
        recordDestroyed(entry.name, numberOf(std::get<sizeof...(Arguments) - 2>(all)));
        if (lost)
          return;
      }
      real(arguments...);
      if constexpr (requires { Hooks<Index>::after(arguments...); })
        Hooks<Index>::after(arguments...);
    } else if constexpr (std::is_same_v<Answer, VkResult>) {
      if (const VkResult code = failureOf(Index, number); code != VK_SUCCESS)
        return code;
      const VkResult code = real(arguments...);
      if constexpr (requires { Hooks<Index>::after(arguments...); })
        if (code == VK_SUCCESS)
          Hooks<Index>::after(arguments...);
      if constexpr (createsObject<Arguments...>())
        if (code == VK_SUCCESS)
          recordCreated(entry.name, numberOf(*std::get<sizeof...(Arguments) - 1>(all)));
      return code;
    } else {
      return real(arguments...);
    }
  }
};

void *realLoader() {
  static void *const library = dlopen(URSA_VULKAN_LOADER, RTLD_NOW | RTLD_LOCAL);
  return library;
}

PFN_vkGetInstanceProcAddr realInstanceProc() {
  static const auto function = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      realLoader() ? dlsym(realLoader(), "vkGetInstanceProcAddr") : nullptr);
  return function;
}

PFN_vkGetDeviceProcAddr realDeviceProc = nullptr;
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char *name);

// Returns the mock of a function and stores the real one.
PFN_vkVoidFunction mocked(const char *name, PFN_vkVoidFunction real) {
  if (!real)
    return nullptr;
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    realDeviceProc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(deviceProc);
  }
#define MOCKED(function, ...)                                                                      \
  if (std::strcmp(name, #function) == 0) {                                                         \
    using Mock = Mocked<kIndexOf_##function, PFN_##function>;                                      \
    Mock::real = reinterpret_cast<PFN_##function>(real);                                           \
    return reinterpret_cast<PFN_vkVoidFunction>(Mock::call);                                       \
  }
#include "mock_functions.inc"
#undef MOCKED
  return real;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char *name) {
  return mocked(name, realDeviceProc(device, name));
}

size_t indexOf(const std::string &name) {
  const auto found = std::find_if(std::begin(entries), std::end(entries),
                                  [&](const Entry &entry) { return name == entry.name; });
  return static_cast<size_t>(found - std::begin(entries));
}

} // namespace

std::vector<Function> functions() {
  std::vector<Function> all;
  for (const Entry &entry : entries)
    all.push_back({entry.name, entry.codes, entry.calls});
  return all;
}

uint64_t callsOf(const std::string &name) {
  const size_t index = indexOf(name);
  return index == kFunctions ? 0 : entries[index].calls.load();
}

void reset() {
  failing = kFunctions;
  failed = false;
  for (Entry &entry : entries)
    entry.calls = 0;
  const std::lock_guard guard(mutex);
  rendezvousFunction = kFunctions;
}

void fail(const std::string &name, uint64_t number, int32_t code, bool isPersistent) {
  failed = false;
  failingPersistently = isPersistent;
  failingNumber = number;
  failingCode = static_cast<VkResult>(code);
  failing = indexOf(name);
}

bool hasFailed() { return failed; }

std::map<std::string, size_t> objects() {
  const std::lock_guard guard(mutex);
  std::map<std::string, size_t> counts;
  for (const auto &[creator, handles] : liveObjects)
    counts[creator] = handles.size();
  return counts;
}

std::vector<std::string> misuses() {
  const std::lock_guard guard(mutex);
  return misuseMessages;
}

void rendezvous(const std::string &name, uint32_t count) {
  const std::lock_guard guard(mutex);
  rendezvousFunction = indexOf(name);
  expectedArrivals = count;
  arrivals = 0;
}

void setOverrides(const Overrides &newOverrides) { overrides = newOverrides; }

std::vector<std::string> initialCacheData() {
  const std::lock_guard guard(mutex);
  return cacheData;
}

} // namespace ursa::mock_vulkan

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
vkGetInstanceProcAddr(VkInstance instance, const char *name) {
  const auto real = ursa::mock_vulkan::realInstanceProc();
  return real ? ursa::mock_vulkan::mocked(name, real(instance, name)) : nullptr;
}
