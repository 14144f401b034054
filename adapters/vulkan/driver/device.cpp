#include "adapters/vulkan/driver/device.h"

#include "adapters/common/device_functions.h"
#include "adapters/vulkan/driver/device_info.h"
#include "adapters/vulkan/driver/platform.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/queue/enqueue.h"
#include "support/image_requirements.h"
#include "support/last_error.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <span>

namespace ursa::vulkan {

Device::Device(ur_platform_handle_t hPlatform, VkPhysicalDevice device)
    : platform(hPlatform), physical(device), migrations(std::make_shared<SerialOrder>()) {}

Device::~Device() { close(); }

void Device::close() {
  stop();
  queues.clear();
  hostOperations.reset();
  hostQueues_.clear();
  idleHostQueues_.clear();
  launches.reset();
  allocator.reset();
  if (logical) {
    vk.vkDestroyPipelineLayout(logical, layout, nullptr);
    vk.vkDestroyDevice(logical, nullptr);
  }
  layout = VK_NULL_HANDLE;
  logical = VK_NULL_HANDLE;
  isLost = false;
}

Result<void> Device::checkNotLost() const {
  if (isLost.load())
    return makeError(UR_RESULT_ERROR_DEVICE_LOST, "The device '{}' was lost.",
                     properties.deviceName);
  return {};
}

PointSet Device::lastPoints() {
  PointSet all;
  for (const auto &queue : queues)
    all.add(queue->lastPoint());
  if (hostOperations)
    all.add({&hostOperations->timeline(), hostOperations->timeline().last.load()});
  const std::lock_guard guard(hostQueuesMutex_);
  for (const auto &hostQueue : hostQueues_)
    all.add({&hostQueue->timeline(), hostQueue->timeline().last.load()});
  return all;
}

void Device::reclaim(bool mustComplete) {
  for (const auto &queue : queues)
    (void)queue->reclaim(mustComplete); // destroyed here, without locks held
}

void Device::reclaimWhenDone() {
  for (const auto &queue : queues)
    if (queue->hasWork()) {
      watcher.post(lastPoints(), [this] { reclaim(); });
      return;
    }
}

void Device::retainUntilDone(std::shared_ptr<const void> keep) {
  auto points = lastPoints();
  if (!points.isReached())
    watcher.post(std::move(points), [keep = std::move(keep)] {});
}

void Device::callWhenReached(PointSet points, Worker::Job call) {
  if (points.isReached()) {
    callbacks.post({}, std::move(call));
    return;
  }
  watcher.post(std::move(points), [this, call = std::move(call)] {
    reclaim();
    callbacks.post({}, call);
  });
}

void Device::stop() {
  if (!hostOperations)
    return;
  (void)lastPoints().wait();
  hostOperations->stop();
  std::vector<HostOperations *> lanes;
  {
    const std::lock_guard guard(hostQueuesMutex_);
    for (const auto &hostQueue : hostQueues_)
      lanes.push_back(hostQueue.get());
  }
  for (HostOperations *const hostQueue : lanes)
    hostQueue->stop();
  watcher.stop();
  callbacks.stop();
  reclaim(/*mustComplete=*/true);
}

HardwareQueue &Device::nextQueue() {
  const size_t count = std::max<size_t>(queues.size() - 1, 1); // the last one is for transfers
  return *queues[nextQueue_.fetch_add(1) % count];
}

HardwareQueue &Device::transferQueue() { return *queues.back(); }

std::shared_ptr<Modules> Device::findModules(uint64_t hash) {
  const std::lock_guard guard(modulesMutex_);
  const auto found = modules_.find(hash);
  return found == modules_.end() ? nullptr : found->second.lock();
}

void Device::addModules(uint64_t hash, const std::shared_ptr<Modules> &modules) {
  const std::lock_guard guard(modulesMutex_);
  std::erase_if(modules_, [](const auto &entry) { return entry.second.expired(); });
  modules_[hash] = modules;
}

Result<HostOperations *> Device::acquireHostQueue() {
  const std::lock_guard guard(hostQueuesMutex_);
  if (!idleHostQueues_.empty()) {
    HostOperations *const hostQueue = idleHostQueues_.back();
    idleHostQueues_.pop_back();
    return hostQueue;
  }
  ur_device_handle_t_ &device = static_cast<ur_device_handle_t_ &>(*this);
  URSA_TRY(auto timeline, Timeline::make(device));
  hostQueues_.push_back(std::make_unique<HostOperations>(device, std::move(timeline)));
  return hostQueues_.back().get();
}

void Device::releaseHostQueue(HostOperations *hostQueue) {
  const std::lock_guard guard(hostQueuesMutex_);
  idleHostQueues_.push_back(hostQueue);
}

void Device::registerSuballocation(VkBuffer buffer,
                                   const std::shared_ptr<Suballocation> &suballocation) {
  const std::lock_guard guard(suballocationsMutex_);
  std::erase_if(suballocations_, [](const auto &entry) { return entry.second.expired(); });
  suballocations_[buffer] = suballocation;
}

std::shared_ptr<Suballocation> Device::findSuballocation(VkBuffer buffer) {
  const std::lock_guard guard(suballocationsMutex_);
  const auto found = suballocations_.find(buffer);
  return found == suballocations_.end() ? nullptr : found->second.lock();
}

namespace {

Result<std::vector<ur_device_handle_t>> findDevices(const ur_platform_handle_t_ &platform,
                                                    ur_device_type_t type) {
  std::vector<ur_device_handle_t> found;
  if (adapter::isOfType(deviceType(*platform.device), type))
    found.push_back(platform.device.get());
  return found;
}

ur_result_t partition(ur_device_handle_t hDevice,
                      const ur_device_partition_properties_t *pProperties, uint32_t,
                      ur_device_handle_t *, uint32_t *) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pProperties);
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Vulkan devices cannot be partitioned into sub-devices.");
  });
}

// Returns why the device cannot run the offered images, as far as the chained structs describe
// their requirements.
Result<std::string> unsupportedReason(const ur_device_handle_t_ &device,
                                      const ur_device_binary_t &binary) {
  const auto *link = static_cast<const ur_base_properties_t *>(binary.pNext);
  for (; link; link = static_cast<const ur_base_properties_t *>(link->pNext)) {
    if (link->stype != kImageRequirementsType)
      continue;
    const auto *requirements = reinterpret_cast<const ImageRequirements *>(link);
    URSA_TRY(const ImageKernel kernel,
             readRequirements(requirements->kernel, requirements->requirements));
    if (std::string lacking = vulkan::unsupportedReason(device, kernel); !lacking.empty())
      return lacking;
  }
  return std::string();
}

Result<uint32_t> chooseBinary(ur_device_handle_t_ &device,
                              std::span<const ur_device_binary_t> binaries) {
  std::vector<const char *> targets;
  std::vector<std::string> offered;
  std::string lacking;
  for (const ur_device_binary_t &binary : binaries) {
    targets.push_back(binary.pDeviceTargetSpec);
    URSA_TRY(const std::string sentence, unsupportedReason(device, binary));
    if (!sentence.empty()) {
      targets.back() = nullptr; // the image does not suit this device
      lacking += (lacking.empty() ? "" : " ") + sentence;
      continue;
    }
    offered.push_back(fmt::format("'{}'", adapter::targetName(binary)));
  }
  // Toggles are known only for an open device. A single image needs no choice, so the device is not
  // opened for it.
  const bool areAlike = std::all_of(targets.begin(), targets.end(), [](const char *target) {
    return !target || std::string_view(target) == kTarget;
  });
  if (!areAlike)
    URSA_CHECK(openDevice(device));
  if (const auto chosen = chooseTarget(targets, device.toggles))
    return static_cast<uint32_t>(*chosen);
  if (offered.empty())
    return Error{UR_RESULT_ERROR_INVALID_BINARY, std::move(lacking)};
  return adapter::noBinaryError(std::array<std::string, 1>{kTarget}, offered);
}

Result<void> waitUntilIdle(ur_device_handle_t_ &device) {
  URSA_CHECK(device.checkNotLost());
  URSA_CHECK(device.lastPoints().wait());
  Result<void> result;
  if (device.launches)
    result = device.launches->check();
  device.reclaim(/*mustComplete=*/true);
  return result;
}

} // namespace

void fillDeviceTable(ur_dditable_t &table) {
  using Device = ur_device_handle_t_;
  adapter::fillDeviceFunctions<ur_platform_handle_t_, Device, findDevices, chooseBinary>(table);
  table.Device.pfnGetInfo = getDeviceInfo;
  table.Device.pfnPartition = partition;
  table.Device.pfnGetGlobalTimestamps = adapter::getHostTimestamps<Device>;
  table.DeviceExp.pfnWaitExp = adapter::waitForDevice<Device, waitUntilIdle>;
}

} // namespace ursa::vulkan
