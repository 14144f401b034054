// Opens a device: required and optional features, queues, clock and memory.
#include "adapters/common/toggles.h"
#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/exit_gate.h"
#include "support/environment.h"
#include "support/readable_names.h"
#include "support/stack.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace ursa::vulkan {
namespace {

constexpr uint32_t kMaxQueues = 4; // more do not run more commands at the same time
constexpr uint32_t kTransferQueues = 1;

// Optional driver extensions that the adapter uses.
struct Extensions {
  std::vector<std::string> available;

  bool has(const char *name) const {
    return std::find(available.begin(), available.end(), name) != available.end();
  }
  bool floatAtomics() const { return has(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME); }
  bool floatAtomics2() const {
    return floatAtomics() && has(VK_EXT_SHADER_ATOMIC_FLOAT_2_EXTENSION_NAME);
  }
  bool maintenance4() const { return has(VK_KHR_MAINTENANCE_4_EXTENSION_NAME); }
  bool subgroupSizes() const { return has(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME); }
  bool placedMapping() const {
    return has(VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME) && has(VK_KHR_MAP_MEMORY_2_EXTENSION_NAME);
  }

  std::vector<const char *> wanted(const Features &features) const {
    std::vector<const char *> names;
    const auto add = [&](bool isWanted, const char *name) {
      if (isWanted)
        names.push_back(name);
    };
    add(maintenance4(), VK_KHR_MAINTENANCE_4_EXTENSION_NAME);
    add(floatAtomics(), VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME);
    add(floatAtomics2(), VK_EXT_SHADER_ATOMIC_FLOAT_2_EXTENSION_NAME);
    add(features.calibratedTimestamps, VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME);
    add(features.memoryBudget, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
    add(features.hostImport, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
    add(subgroupSizes(), VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    add(placedMapping(), VK_KHR_MAP_MEMORY_2_EXTENSION_NAME);
    add(placedMapping(), VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME);
    return names;
  }
};

// The chain of feature structs with which Vulkan queries and enables features.
struct FeatureChain {
  VkPhysicalDeviceFeatures2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceVulkan11Features v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floatAtomics{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
  VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT floatAtomics2{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT};
  VkPhysicalDeviceMaintenance4Features maintenance4{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES};
  VkPhysicalDeviceMapMemoryPlacedFeaturesEXT placed{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT, nullptr, VK_FALSE, VK_FALSE,
      VK_FALSE};

  VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizes{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT};

  explicit FeatureChain(const Extensions &extensions) {
    core.pNext = &v11;
    v11.pNext = &v12;
    void **next = &v12.pNext;
    if (extensions.maintenance4()) { // for the execution mode LocalSizeId
      *next = &maintenance4;
      next = &maintenance4.pNext;
    }
    if (extensions.floatAtomics()) {
      *next = &floatAtomics;
      next = &floatAtomics.pNext;
    }
    if (extensions.floatAtomics2()) {
      *next = &floatAtomics2;
      next = &floatAtomics2.pNext;
    }
    if (extensions.subgroupSizes()) {
      *next = &subgroupSizes;
      next = &subgroupSizes.pNext;
    }
    if (extensions.placedMapping())
      *next = &placed;
  }
  FeatureChain(const FeatureChain &) = delete;
};

Result<std::vector<std::string>> extensionsOf(VkPhysicalDevice physical) {
  uint32_t count = 0;
  URSA_CHECK(checkVk(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr),
                     "vkEnumerateDeviceExtensionProperties"));
  std::vector<VkExtensionProperties> list(count);
  URSA_CHECK(checkVk(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, list.data()),
                     "vkEnumerateDeviceExtensionProperties"));
  list.resize(std::min<size_t>(count, list.size()));
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const VkExtensionProperties &extension : list)
    names.emplace_back(extension.extensionName);
  return names;
}

// A feature of a device: its name, and its place in the chain.
struct Feature {
  const char *name;
  VkBool32 &(*in)(FeatureChain &chain);
};

// One that the adapter enables where the device has it.
struct OptionalFeature : Feature {
  bool Features::*noted = nullptr; ///< where it is noted; null: nothing asks for it
};

#define URSA_FEATURE(part, feature)                                                                \
  {                                                                                                \
#feature, [](FeatureChain & chain) -> VkBool32 & { return chain.part.feature; }                \
  }
constexpr Feature kRequired[] = {
    URSA_FEATURE(v12, bufferDeviceAddress),          URSA_FEATURE(v12, vulkanMemoryModel),
    URSA_FEATURE(v12, vulkanMemoryModelDeviceScope), URSA_FEATURE(v12, timelineSemaphore),
    URSA_FEATURE(core.features, shaderInt64),
};
constexpr OptionalFeature kOptional[] = {
    {URSA_FEATURE(core.features, shaderInt16), &Features::int16},
    {URSA_FEATURE(core.features, shaderFloat64), &Features::float64},
    {URSA_FEATURE(v11, storageBuffer16BitAccess), &Features::storage16},
    {URSA_FEATURE(v11, uniformAndStorageBuffer16BitAccess)},
    {URSA_FEATURE(v11, variablePointersStorageBuffer)},
    {URSA_FEATURE(v11, variablePointers)},
    {URSA_FEATURE(v12, shaderInt8), &Features::int8},
    {URSA_FEATURE(v12, shaderFloat16), &Features::half},
    {URSA_FEATURE(v12, storageBuffer8BitAccess), &Features::storage8},
    {URSA_FEATURE(v12, uniformAndStorageBuffer8BitAccess)},
    {URSA_FEATURE(v12, shaderBufferInt64Atomics), &Features::bufferInt64Atomics},
    {URSA_FEATURE(v12, shaderSharedInt64Atomics), &Features::sharedInt64Atomics},
    {URSA_FEATURE(v12, scalarBlockLayout)},
    {URSA_FEATURE(v12, shaderSubgroupExtendedTypes)},
    {URSA_FEATURE(v12, vulkanMemoryModelAvailabilityVisibilityChains)},
};
#undef URSA_FEATURE

Result<void> checkRequired(const ur_device_handle_t_ &device, FeatureChain &has) {
  for (const Feature &feature : kRequired)
    if (!feature.in(has))
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "'{}' does not support the feature {}.",
                       device.properties.deviceName, feature.name);
  return {};
}

// Leaves only those supported features set that the adapter enables.
void retainRequested(FeatureChain &chain) {
  std::array<VkBool32, std::size(kOptional)> supported{};
  for (size_t i = 0; i < supported.size(); ++i)
    supported[i] = kOptional[i].in(chain);
  chain.core.features = {};
  chain.v11 = {chain.v11.sType, chain.v11.pNext};
  chain.v12 = {chain.v12.sType, chain.v12.pNext};
  for (const Feature &feature : kRequired)
    feature.in(chain) = VK_TRUE;
  for (size_t i = 0; i < supported.size(); ++i)
    kOptional[i].in(chain) = supported[i];
  chain.floatAtomics.shaderImageFloat32Atomics = VK_FALSE;
  chain.floatAtomics.shaderImageFloat32AtomicAdd = VK_FALSE;
  chain.floatAtomics.sparseImageFloat32Atomics = VK_FALSE;
  chain.floatAtomics.sparseImageFloat32AtomicAdd = VK_FALSE;
  chain.floatAtomics2.shaderImageFloat32AtomicMinMax = VK_FALSE;
  chain.floatAtomics2.sparseImageFloat32AtomicMinMax = VK_FALSE;
  chain.subgroupSizes.computeFullSubgroups = VK_FALSE;
  chain.placed.memoryMapRangePlaced = VK_FALSE;
  chain.placed.memoryUnmapReserve = VK_FALSE;
}

void noteFeatures(ur_device_handle_t_ &device, FeatureChain &chain) {
  Features &has = device.features;
  for (const OptionalFeature &feature : kOptional)
    if (feature.noted)
      has.*feature.noted = feature.in(chain);
  has.bufferFloatAtomics = chain.floatAtomics.shaderBufferFloat32Atomics;
  has.bufferFloatAtomicAdd = chain.floatAtomics.shaderBufferFloat32AtomicAdd;
  has.sharedFloatAtomicAdd = chain.floatAtomics.shaderSharedFloat32AtomicAdd;
  has.bufferDoubleAtomicAdd = chain.floatAtomics.shaderBufferFloat64AtomicAdd;
  has.sharedDoubleAtomicAdd = chain.floatAtomics.shaderSharedFloat64AtomicAdd;
  has.floatAtomicMinMax = chain.floatAtomics2.shaderBufferFloat32AtomicMinMax &&
                          chain.floatAtomics2.shaderSharedFloat32AtomicMinMax;
  has.subgroupSizes = chain.subgroupSizes.subgroupSizeControl;
  has.placedMapping = chain.placed.memoryMapPlaced;
}

void readProperties(ur_device_handle_t_ &device) {
  VkPhysicalDeviceMaintenance3Properties allocation{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  device.driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  device.driver.pNext = &allocation;
  device.subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  device.subgroup.pNext = &device.driver;
  device.floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  device.floats.pNext = &device.subgroup;
  VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  all.pNext = &device.floats;
  vkGetPhysicalDeviceProperties2(device.physical, &all);
  device.properties = all.properties;
  device.driver.pNext = device.subgroup.pNext = device.floats.pNext = nullptr;

  vkGetPhysicalDeviceMemoryProperties(device.physical, &device.memory);
  uint64_t largest = 0;
  for (uint32_t i = 0; i < device.memory.memoryHeapCount; ++i)
    if (device.memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) {
      device.memoryBytes += device.memory.memoryHeaps[i].size;
      largest = std::max(largest, device.memory.memoryHeaps[i].size);
    }
  device.maxAllocation = std::min(largest, allocation.maxMemoryAllocationSize);
  const VkPhysicalDeviceType type = device.properties.deviceType;
  device.isStaged = environmentVariable("URSA_VULKAN_STAGING") == "1";
  device.isUnified =
      (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || type == VK_PHYSICAL_DEVICE_TYPE_CPU) &&
      !device.isStaged;
}

// Reads the limits of imported memory, placed mappings and sub-group sizes.
void readLimits(ur_device_handle_t_ &device) {
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT import{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};
  VkPhysicalDeviceMapMemoryPlacedPropertiesEXT placed{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_PROPERTIES_EXT, nullptr, 1};
  VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  void **next = &all.pNext;
  if (device.features.hostImport) {
    *next = &import;
    next = &import.pNext;
  }
  if (device.features.placedMapping) {
    *next = &placed;
    next = &placed.pNext;
  }
  device.subgroupSizes.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT;
  if (device.features.subgroupSizes)
    *next = &device.subgroupSizes;
  vkGetPhysicalDeviceProperties2(device.physical, &all);
  device.subgroupSizes.pNext = nullptr;
  device.features.subgroupSizes &=
      (device.subgroupSizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  device.importAlignment = std::max<uint64_t>(import.minImportedHostPointerAlignment, 4096);
  device.placing.alignment = std::max<uint64_t>(placed.minPlacedMemoryMapAlignment, 1);
}

struct Family {
  uint32_t index = 0;
  uint32_t queues = 0;
  uint32_t timestampBits = 0;
};

// Prefers a compute-only family, which runs concurrently with graphics; otherwise the first one
// with compute.
Result<Family> findFamily(const ur_device_handle_t_ &device) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device.physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device.physical, &count, families.data());
  Family best;
  for (uint32_t i = 0; i < families.size(); ++i) {
    const VkQueueFamilyProperties &family = families[i];
    const bool computes = (family.queueFlags & VK_QUEUE_COMPUTE_BIT) && family.queueCount > 0;
    const bool isPure = !(family.queueFlags & VK_QUEUE_GRAPHICS_BIT);
    if (computes && (best.queues == 0 || isPure)) {
      best = {i, family.queueCount, family.timestampValidBits};
      if (isPure)
        break;
    }
  }
  if (best.queues == 0)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "'{}' has no queue family for compute.",
                     device.properties.deviceName);
  return best;
}

// How many of its queues the adapter uses.
uint32_t usedQueues(const Family &family) {
  return std::min(family.queues, kMaxQueues + kTransferQueues);
}

Result<void> makeQueues(ur_device_handle_t_ &device, const Family &family) {
  for (uint32_t i = 0; i < usedQueues(family); ++i) {
    URSA_TRY(auto queue, HardwareQueue::make(device, family.index, i, family.timestampBits));
    device.queues.push_back(std::move(queue));
  }
  URSA_TRY(auto timeline, Timeline::make(device));
  device.hostOperations = std::make_unique<HostOperations>(device, std::move(timeline));
  return {};
}

Result<void> makeLayout(ur_device_handle_t_ &device) {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
  VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  return checkVk(device.vk.vkCreatePipelineLayout(device.logical, &info, nullptr, &device.layout),
                 "vkCreatePipelineLayout");
}

// Uses a calibrated pair of timestamps; otherwise the host's time after the device wrote a
// timestamp.
Result<void> setClock(ur_device_handle_t_ &device) {
  const double period = device.properties.limits.timestampPeriod;
  if (device.features.calibratedTimestamps) {
    VkCalibratedTimestampInfoEXT infos[2]{{VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT},
                                          {VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT}};
    infos[0].timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
    infos[1].timeDomain = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
    uint64_t times[2] = {};
    uint64_t deviation = 0;
    if (device.vk.vkGetCalibratedTimestampsEXT(device.logical, 2, infos, times, &deviation) ==
        VK_SUCCESS) {
      device.clock.set(times[0], times[1], period);
      return {};
    }
  }
  // With this clock the probe reads raw device ticks.
  device.clock.set(0, 0, 1);
  const auto profile = std::make_shared<adapter::EventProfile>();
  const PointSet none{};
  URSA_TRY(const Point done,
           device.queues.front()->submit({.after = &none, .profiles = {profile}}));
  URSA_CHECK(done.timeline->wait(done.value));
  (void)device.queues.front()->reclaim(/*mustComplete=*/true);
  device.clock.set(profile->started, adapter::profileClock(), period);
  return {};
}

bool hasMonotonicDomain(VkPhysicalDevice physical) {
  uint32_t count = 0;
  VkTimeDomainEXT domains[8] = {};
  if (vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(physical, &count, nullptr) != VK_SUCCESS)
    return false;
  count = std::min<uint32_t>(count, 8);
  if (vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(physical, &count, domains) < VK_SUCCESS)
    return false;
  const auto has = [&](VkTimeDomainEXT domain) {
    return std::find(domains, domains + count, domain) != domains + count;
  };
  return has(VK_TIME_DOMAIN_DEVICE_EXT) && has(VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT);
}

Result<void> probeAddresses(ur_device_handle_t_ &device) {
  for (const MemoryUse use : {MemoryUse::Host, MemoryUse::Shared})
    URSA_CHECK(Suballocation::make(device, 4096, use));
  device.sharesAddresses = !device.translates;
  return {};
}

Result<void> makeLogical(ur_device_handle_t_ &device) {
  URSA_TRY(auto available, extensionsOf(device.physical));
  const Extensions extensions{std::move(available)};
  FeatureChain chain(extensions);
  vkGetPhysicalDeviceFeatures2(device.physical, &chain.core);
  retainRequested(chain);
  const std::vector<const char *> names = extensions.wanted(device.features);
  URSA_TRY(const Family family, findFamily(device));
  const std::vector<float> priorities(usedQueues(family), 1.0f);
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = family.index;
  queueInfo.queueCount = static_cast<uint32_t>(priorities.size());
  queueInfo.pQueuePriorities = priorities.data();
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = &chain.core;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount = static_cast<uint32_t>(names.size());
  info.ppEnabledExtensionNames = names.data();
  URSA_CHECK(
      checkVk(vkCreateDevice(device.physical, &info, nullptr, &device.logical), "vkCreateDevice"));
  volkLoadDeviceTable(&device.vk, device.logical);
  if (device.features.placedMapping)
    device.placing.map = reinterpret_cast<PFN_vkMapMemory2KHR>(
        vkGetDeviceProcAddr(device.logical, "vkMapMemory2KHR"));
  device.allocator = std::make_unique<Allocator>(device);
  URSA_CHECK(makeQueues(device, family));
  URSA_CHECK(makeLayout(device));
  URSA_CHECK(setClock(device));
  return probeAddresses(device);
}

} // namespace

Result<std::unique_ptr<ur_device_handle_t_>> findDevice(ur_platform_handle_t platform,
                                                        VkPhysicalDevice physical) {
  auto device = std::make_unique<ur_device_handle_t_>(platform, physical);
  vkGetPhysicalDeviceProperties(physical, &device->properties);
  const std::string name(trimmedName(device->properties.deviceName));
  name.copy(device->properties.deviceName, name.size());
  device->properties.deviceName[name.size()] = '\0';
  const uint32_t version = device->properties.apiVersion;
  if (version < VK_API_VERSION_1_2)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
                     "'{}' supports Vulkan {}.{}; at least 1.2 is needed.",
                     device->properties.deviceName, VK_API_VERSION_MAJOR(version),
                     VK_API_VERSION_MINOR(version));
  readProperties(*device);
  URSA_TRY(auto available, extensionsOf(physical));
  const Extensions extensions{std::move(available)};
  FeatureChain chain(extensions);
  vkGetPhysicalDeviceFeatures2(physical, &chain.core);
  URSA_CHECK(checkRequired(*device, chain));
  noteFeatures(*device, chain);
  device->features.calibratedTimestamps =
      extensions.has(VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME) && hasMonotonicDomain(physical);
  device->features.memoryBudget = extensions.has(VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
  device->features.hostImport = extensions.has(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  readLimits(*device);
  URSA_CHECK(findFamily(*device));
  return device;
}

namespace {

Result<void> makeOpen(ur_device_handle_t_ &device) {
  if (auto made = makeLogical(device); !made) {
    device.close();
    return Error{made.error().code,
                 fmt::format("'{}' cannot be opened: {}", device.properties.deviceName,
                             made.error().message)};
  }
  device.quirks = findQuirks(device);
  if (auto lost = device.checkNotLost(); !lost) { // the probe may have lost the device
    device.close();
    return lost.error();
  }
  device.toggles = decideToggles(device.quirks, adapter::toggleOverrides());
  log().write(UR_LOGGER_LEVEL_INFO, "Toggles of '{}': {}. It prefers images for '{}'.",
              device.properties.deviceName, device.toggles.text(), imageTarget(device.toggles));
  if (device.toggles.has(format::Toggle::GuardLoops)) {
    const uint64_t limit = device.quirks.loopLimit;
    auto launches = LaunchStatusPool::make(device, limit == 0 ? kUsualLoopLimit : limit);
    if (!launches) {
      device.close();
      return launches.error();
    }
    device.launches = *std::move(launches);
  }
  closeDriverAtExit();
  device.isOpen = true;
  return {};
}

} // namespace

Result<void> openDevice(ur_device_handle_t_ &device) {
  const std::lock_guard guard(device.openMutex);
  if (device.isOpen)
    return device.checkNotLost();
  const LargeThreadStacks ofDrivers; // lavapipe compiles in the threads of its queues
  return onLargeStack([&] { return makeOpen(device); }); // probes compile
}

FloatControls floatControlsOf(const ur_device_handle_t_ &device) {
  const VkPhysicalDeviceFloatControlsProperties &has = device.floats;
  FloatControls controls;
  controls.denormals = {has.shaderDenormPreserveFloat16 != 0, has.shaderDenormPreserveFloat32 != 0,
                        has.shaderDenormPreserveFloat64 != 0};
  controls.infinities = {has.shaderSignedZeroInfNanPreserveFloat16 != 0,
                         has.shaderSignedZeroInfNanPreserveFloat32 != 0,
                         has.shaderSignedZeroInfNanPreserveFloat64 != 0};
  controls.nearest = {has.shaderRoundingModeRTEFloat16 != 0, has.shaderRoundingModeRTEFloat32 != 0,
                      has.shaderRoundingModeRTEFloat64 != 0};
  controls.mixesDenormals =
      has.denormBehaviorIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
  controls.mixesRoundings =
      has.roundingModeIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
  return controls;
}

std::vector<uint32_t> subGroupSizes(const ur_device_handle_t_ &device) {
  if (!device.features.subgroupSizes)
    return {std::max(1u, device.subgroup.subgroupSize)};
  std::vector<uint32_t> sizes;
  for (uint32_t size = std::max(1u, device.subgroupSizes.minSubgroupSize);
       size <= device.subgroupSizes.maxSubgroupSize; size *= 2)
    sizes.push_back(size);
  return sizes;
}

bool hasCapability(const ur_device_handle_t_ &device, std::string_view capability) {
  const Features &has = device.features;
  const VkSubgroupFeatureFlags groups = device.subgroup.supportedOperations;
  const bool inCompute = device.subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT;
  const std::pair<std::string_view, bool> kKnown[] = {
      {"Shader", true},
      {"Matrix", true},
      {"Int64", true},
      {"PhysicalStorageBufferAddresses", true},
      {"VulkanMemoryModel", true},
      {"VulkanMemoryModelDeviceScope", true},
      {"Int8", has.int8},
      {"Int16", has.int16},
      {"Float16", has.half},
      {"Float64", has.float64},
      {"StorageBuffer8BitAccess", has.storage8},
      {"StorageBuffer16BitAccess", has.storage16},
      {"StorageUniformBufferBlock16", has.storage16},
      // One capability covers buffer and shared memory.
      {"Int64Atomics", has.bufferInt64Atomics && has.sharedInt64Atomics},
      {"AtomicFloat32AddEXT", has.bufferFloatAtomicAdd && has.sharedFloatAtomicAdd},
      {"AtomicFloat64AddEXT", has.bufferDoubleAtomicAdd && has.sharedDoubleAtomicAdd},
      {"AtomicFloat32MinMaxEXT", has.floatAtomicMinMax},
      {"GroupNonUniform", inCompute && (groups & VK_SUBGROUP_FEATURE_BASIC_BIT)},
      {"GroupNonUniformVote", inCompute && (groups & VK_SUBGROUP_FEATURE_VOTE_BIT)},
      {"GroupNonUniformArithmetic", inCompute && (groups & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT)},
      {"GroupNonUniformBallot", inCompute && (groups & VK_SUBGROUP_FEATURE_BALLOT_BIT)},
      {"GroupNonUniformShuffle", inCompute && (groups & VK_SUBGROUP_FEATURE_SHUFFLE_BIT)},
      {"GroupNonUniformShuffleRelative",
       inCompute && (groups & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT)},
      {"GroupNonUniformClustered", inCompute && (groups & VK_SUBGROUP_FEATURE_CLUSTERED_BIT)},
      {"GroupNonUniformQuad", inCompute && (groups & VK_SUBGROUP_FEATURE_QUAD_BIT)},
      {"SignedZeroInfNanPreserve", device.floats.shaderSignedZeroInfNanPreserveFloat32 != 0},
      {"DenormPreserve", device.floats.shaderDenormPreserveFloat32 != 0},
      {"RoundingModeRTE", device.floats.shaderRoundingModeRTEFloat32 != 0}};
  const auto found = std::find_if(std::begin(kKnown), std::end(kKnown),
                                  [&](const auto &known) { return known.first == capability; });
  return found != std::end(kKnown) && found->second;
}

} // namespace ursa::vulkan
