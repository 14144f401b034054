// Devices: a Vulkan logical device for each physical one, with its queues and the threads that do
// the host operations of commands. They live as long as the process.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/driver/worker.h"
#include "adapters/vulkan/launch/launch_status.h"
#include "adapters/vulkan/queue/hardware_queue.h"
#include "adapters/vulkan/quirks/float_controls.h"
#include "adapters/vulkan/quirks/quirks.h"

#include <map>
#include <string>

namespace ursa::vulkan {

class Modules;
struct ImageKernel;
struct SerialOrder;

/// The features of a device that kernels may need.
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
  bool subgroupSizes = false; ///< kernels may require a sub-group size
  bool hostImport = false;    ///< the device can import host memory
  bool placedMapping = false; ///< the address of a mapping can be chosen
  bool memoryBudget = false;
};

/// Converts device timestamps to the host clock that profiles use.
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

struct Device : adapter::HandleBase {
  Device(ur_platform_handle_t hPlatform, VkPhysicalDevice device);
  ~Device();

  const ur_platform_handle_t platform;
  const VkPhysicalDevice physical;
  std::mutex openMutex; ///< held while the device is opened
  bool isOpen = false;  ///< guarded by openMutex; members marked "when open" are valid then
  VkDevice logical = VK_NULL_HANDLE; ///< when open
  VolkDeviceTable vk{};              ///< when open

  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceDriverProperties driver{};
  VkPhysicalDeviceSubgroupProperties subgroup{};
  /// The sub-group sizes that kernels may require, if the device supports that.
  VkPhysicalDeviceSubgroupSizeControlPropertiesEXT subgroupSizes{};
  VkPhysicalDeviceFloatControlsProperties floats{};
  VkPhysicalDeviceMemoryProperties memory{};
  uint64_t maxAllocation = 0; ///< largest size of one allocation
  uint64_t memoryBytes = 0;   ///< of the device's own heaps
  Features features;
  Quirks quirks;                   ///< when open
  ursa::format::ToggleSet toggles; ///< when open
  DeviceClock clock;               ///< when open
  /// Statuses of launches that may fail. Null without guard_loops, and before the device is open.
  std::shared_ptr<LaunchStatusPool> launches;
  /// The driver reported a lost device: nothing runs on it any more.
  std::atomic<bool> isLost{false};
  /// The host accesses all of the device's memory as fast as its own.
  bool isUnified = false;
  /// For tests: the device is treated as if its memory were separate from the host's. Host memory
  /// has two addresses, shared memory migrates, and buffers do not use the application's memory.
  bool isStaged = false;
  uint64_t importAlignment = 1; ///< of imported host memory
  PlacedMapping placing;        ///< its function pointer is valid when open
  /// Memory that host and device access has one address on both; when open.
  bool sharesAddresses = false;
  /// Some memory has different addresses on the host and in kernels.
  std::atomic<bool> translates{false};
  std::unique_ptr<Allocator> allocator; ///< when open
  /// Serializes launches that copy migrating memory.
  const std::shared_ptr<SerialOrder> migrations;

  std::vector<std::unique_ptr<HardwareQueue>> queues; ///< when open, at least one
  std::unique_ptr<HostOperations> hostOperations;
  Worker watcher;   ///< waits for commands and releases what they retained
  Worker callbacks; ///< calls event callbacks, one after the other
  /// Push constants only; used by all kernels.
  VkPipelineLayout layout = VK_NULL_HANDLE;

  /// Sub-devices do not exist.
  static constexpr bool isRoot() { return true; }
  /// Returns an error if the device is lost.
  Result<void> checkNotLost() const;
  /// The timeline points at which everything enqueued so far is complete.
  PointSet lastPoints();
  /// Releases what completed commands retained. Do not call with a lock held.
  void reclaim(bool mustComplete = false); ///< see HardwareQueue
  /// Releases it once the commands in flight complete, without any further call.
  void reclaimWhenDone();
  /// Retains an object until everything enqueued so far is complete.
  void retainUntilDone(std::shared_ptr<const void> keep);
  /// Calls a function of the application on the thread for callbacks once the points are reached.
  /// Such functions may take any time, so that no other thread calls them.
  void callWhenReached(PointSet points, Worker::Job call);
  /// Waits for all commands and ends the threads.
  void stop();
  /// Returns the device to the state before it was opened.
  void close();
  /// Chooses the hardware queue for the next UR queue.
  HardwareQueue &nextQueue();
  /// The hardware queue for transfers that a call waits for. On devices with several queues no UR
  /// queue uses it, so that a command that waits for the application does not block such calls.
  HardwareQueue &transferQueue();
  /// Finds the modules of an image by a hash of its bytes; null if there are none.
  std::shared_ptr<Modules> findModules(uint64_t hash);
  void addModules(uint64_t hash, const std::shared_ptr<Modules> &modules);

  /// Acquires a thread for host tasks of a queue: they may take as long as the application likes,
  /// and wait for each other. The queue releases it.
  Result<HostOperations *> acquireHostQueue();
  void releaseHostQueue(HostOperations *hostQueue);
  /// Suballocations whose buffers were returned as native handles.
  void registerSuballocation(VkBuffer buffer, const std::shared_ptr<Suballocation> &suballocation);
  std::shared_ptr<Suballocation> findSuballocation(VkBuffer buffer);

private:
  std::atomic<uint32_t> nextQueue_{0};
  mutable std::mutex hostQueuesMutex_; ///< guards hostQueues_ and idleHostQueues_
  std::vector<std::unique_ptr<HostOperations>> hostQueues_;
  std::vector<HostOperations *> idleHostQueues_;
  std::mutex suballocationsMutex_; ///< guards suballocations_
  std::map<VkBuffer, std::weak_ptr<Suballocation>> suballocations_;
  std::mutex modulesMutex_; ///< guards modules_
  std::map<uint64_t, std::weak_ptr<Modules>> modules_;
};

/// Creates a device that is not open yet. UR_RESULT_ERROR_UNSUPPORTED_FEATURE names the feature
/// that a physical device does not support.
Result<std::unique_ptr<ur_device_handle_t_>> findDevice(ur_platform_handle_t platform,
                                                        VkPhysicalDevice physical);

/// Opens a device for its first context; before that it costs a process nothing. Thread safe.
Result<void> openDevice(ur_device_handle_t_ &device);

/// The floating-point execution modes that the device supports.
FloatControls floatControlsOf(const ur_device_handle_t_ &device);

/// The sub-group sizes that kernels may require.
std::vector<uint32_t> subGroupSizes(const ur_device_handle_t_ &device);

/// Returns a sentence that says why a kernel cannot run on the device; empty if it can.
std::string unsupportedReason(const ur_device_handle_t_ &device, const ImageKernel &kernel);

/// Returns whether the device supports a SPIR-V capability, given by name.
bool hasCapability(const ur_device_handle_t_ &device, std::string_view capability);

/// Alignment of buffer addresses: the widest vector of OpenCL C.
inline constexpr uint64_t kBufferAlignment = 128;
/// Size of the buffer that printf of a program's kernels writes to.
inline constexpr uint32_t kPrintfBytes = 1 << 20;
/// Build option: pipelines are created without optimization.
inline constexpr const char *kNoOptimization = "-O0";

} // namespace ursa::vulkan

struct ur_device_handle_t_ : ursa::vulkan::Device {
  using Device::Device;
};
