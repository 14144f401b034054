// Devices: a logical device of Vulkan for each physical one, with its queues and the threads that
// do the host's part of commands. They live as long as the process.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/float_controls.h"
#include "adapters/vulkan/hardware_queue.h"
#include "adapters/vulkan/launch_status.h"
#include "adapters/vulkan/quirks.h"
#include "adapters/vulkan/worker.h"

#include <map>
#include <string>

namespace ursa::vulkan {

class Modules;
struct ImageKernel;
struct Turn;

/// What a device has, of what kernels may need.
struct Features {
  bool int8 = false;
  bool int16 = false;
  bool half = false;
  bool float64 = false;
  bool storage8 = false;
  bool storage16 = false;
  bool bufferInt64Atomics = false;
  bool sharedInt64Atomics = false;
  bool bufferFloatAtomics = false; ///< exchange, load and store
  bool bufferFloatAtomicAdd = false;
  bool sharedFloatAtomicAdd = false;
  bool bufferDoubleAtomicAdd = false;
  bool sharedDoubleAtomicAdd = false;
  bool floatAtomicMinMax = false;
  bool calibratedTimestamps = false;
  bool subgroupSizes = false; ///< kernels may require one
  bool hostImport = false;    ///< memory of the host can be shown to the device
  bool placedMapping = false; ///< mappings are where they are wanted
  bool memoryBudget = false;
};

/// Turns times of a device into times of the host's clock of profiles.
class DeviceClock {
public:
  void set(uint64_t ticks, uint64_t hostNanoseconds, double period) {
    ticks_ = ticks;
    host_ = hostNanoseconds;
    period_ = period;
  }
  uint64_t hostTime(uint64_t ticks) const {
    return host_ + static_cast<uint64_t>(static_cast<int64_t>(
                       static_cast<double>(static_cast<int64_t>(ticks - ticks_)) * period_));
  }

private:
  uint64_t ticks_ = 0;
  uint64_t host_ = 0;
  double period_ = 1;
};

} // namespace ursa::vulkan

struct ur_device_handle_t_ : ursa::adapter::HandleBase {
  ur_device_handle_t_(ur_platform_handle_t hPlatform, VkPhysicalDevice device);
  ~ur_device_handle_t_();

  const ur_platform_handle_t platform;
  const VkPhysicalDevice physical;
  std::mutex openMutex; ///< held while the device is opened
  bool isOpen = false;  ///< guarded by openMutex; what follows "when open" is as it is then
  VkDevice logical = VK_NULL_HANDLE; ///< when open
  VolkDeviceTable vk{};              ///< when open

  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceDriverProperties driver{};
  VkPhysicalDeviceSubgroupProperties subgroup{};
  /// Sizes that kernels may require, where they can.
  VkPhysicalDeviceSubgroupSizeControlPropertiesEXT subgroupSizes{};
  VkPhysicalDeviceFloatControlsProperties floats{};
  VkPhysicalDeviceMemoryProperties memory{};
  uint64_t maxAllocation = 0; ///< bytes of one allocation
  uint64_t memoryBytes = 0;   ///< of the device's own heaps
  ursa::vulkan::Features features;
  ursa::vulkan::Quirks quirks;     ///< when open
  ursa::vulkan::DeviceClock clock; ///< when open
  /// Of launches that may fail; null where no loop ends early, and before the device is open.
  std::shared_ptr<ursa::vulkan::LaunchStatusPool> launches;
  /// The driver said so: nothing runs on the device any more.
  std::atomic<bool> isLost{false};
  /// The host sees all of the device's own memory as fast as its own.
  bool isUnified = false;
  /// Treated as if its memory was apart from the host's, for tests: host memory has two addresses,
  /// shared memory migrates, buffers do not use the application's memory.
  bool isStaged = false;
  uint64_t importAlignment = 1;        ///< of memory of the host that the device is shown
  ursa::vulkan::PlacedMapping placing; ///< its function when open
  /// Memory that both see has one address; when open.
  bool sharesAddresses = false;
  /// There is memory of which the host has another address than kernels.
  std::atomic<bool> translates{false};
  std::unique_ptr<ursa::vulkan::Allocator> allocator; ///< when open
  /// Launches that copy memory there and back take turns.
  const std::shared_ptr<ursa::vulkan::Turn> migrations;

  std::vector<std::unique_ptr<ursa::vulkan::HardwareQueue>> queues; ///< when open, at least one
  std::unique_ptr<ursa::vulkan::HostSteps> hostSteps;
  ursa::vulkan::Worker watcher; ///< calls back, and lets go of what commands needed
  /// Push constants and nothing else; for all kernels.
  VkPipelineLayout layout = VK_NULL_HANDLE;

  /// An error when the device was lost.
  ursa::Result<void> checkNotLost() const;
  /// The moment when everything that was enqueued until now is done.
  ursa::vulkan::PointSet lastPoints();
  /// Lets go of what finished commands needed. Not to be called with a lock held.
  void reclaim();
  /// The same later, without any further call.
  void reclaimWhenDone();
  /// Holds something until everything that was enqueued until now is done.
  void retainUntilDone(std::shared_ptr<const void> keep);
  /// Waits for everything and ends the threads.
  void stop();
  /// Back to what it was before it was opened.
  void close();
  /// The queue of the driver for the next queue.
  ursa::vulkan::HardwareQueue &nextQueue();
  /// Images that programs are of, by a hash of their bytes; null when there is none.
  std::shared_ptr<ursa::vulkan::Modules> findModules(uint64_t hash);
  void addModules(uint64_t hash, const std::shared_ptr<ursa::vulkan::Modules> &modules);

  /// A thread for the host tasks of a queue: they may take as long as the application likes, and
  /// wait for each other. The queue gives it back.
  ursa::Result<ursa::vulkan::HostSteps *> takeLane();
  void giveLane(ursa::vulkan::HostSteps *lane);
  /// Blocks whose buffers were given out as native handles.
  void rememberBlock(VkBuffer buffer, const std::shared_ptr<ursa::vulkan::Block> &block);
  std::shared_ptr<ursa::vulkan::Block> findBlock(VkBuffer buffer);

private:
  std::atomic<uint32_t> nextQueue_{0};
  mutable std::mutex lanesMutex_; ///< guards the two below
  std::vector<std::unique_ptr<ursa::vulkan::HostSteps>> lanes_;
  std::vector<ursa::vulkan::HostSteps *> idleLanes_;
  std::mutex blocksMutex_; ///< guards the one below
  std::map<VkBuffer, std::weak_ptr<ursa::vulkan::Block>> blocks_;
  std::mutex modulesMutex_; ///< guards the one below
  std::map<uint64_t, std::weak_ptr<ursa::vulkan::Modules>> modules_;
};

namespace ursa::vulkan {

/// A device that can be used, not open yet; UR_RESULT_ERROR_UNSUPPORTED_FEATURE names what it
/// lacks.
Result<std::unique_ptr<ur_device_handle_t_>> findDevice(ur_platform_handle_t platform,
                                                        VkPhysicalDevice physical);

/// Opens a device for its first context: until then it costs a process nothing. Thread safe.
Result<void> openDevice(ur_device_handle_t_ &device);

/// What its modules can be asked for.
FloatControls floatControlsOf(const ur_device_handle_t_ &device);

/// The sizes of sub-groups that kernels may require.
std::vector<uint32_t> subGroupSizes(const ur_device_handle_t_ &device);

/// A sentence why a kernel cannot run on the device; empty when it can.
std::string unsupportedReason(const ur_device_handle_t_ &device, const ImageKernel &kernel);

/// Whether the device has a capability of SPIR-V, by its name there.
bool hasCapability(const ur_device_handle_t_ &device, std::string_view capability);

/// Of addresses that kernels are given: the widest vector of OpenCL C.
inline constexpr uint64_t kBufferAlignment = 128;
/// Of the buffer that printf of a program's kernels writes to.
inline constexpr uint32_t kPrintfBytes = 1 << 20;
/// Option of builds: pipelines are made without optimization.
inline constexpr const char *kNoOptimization = "-O0";

} // namespace ursa::vulkan
