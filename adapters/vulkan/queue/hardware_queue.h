// A queue of the driver. Each command is recorded into its own command buffer and submitted at
// once; the timeline's next value signals that it and everything before it are complete.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/vulkan/driver/exit_gate.h"
#include "adapters/vulkan/memory/suballocation.h"
#include "adapters/vulkan/queue/queue.h"
#include "adapters/vulkan/queue/timeline.h"

#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <variant>

namespace ursa::vulkan {

/// Records the commands of a step.
class Recorder {
public:
  Recorder(ur_device_handle_t_ &device, VkCommandBuffer commandBuffer,
           std::vector<std::shared_ptr<Suballocation>> &uploads)
      : device_(device), commands_(commandBuffer), uploads_(uploads) {}

  ur_device_handle_t_ &device() { return device_; }
  VkCommandBuffer commands() { return commands_; }
  /// Later commands wait for everything before, in this and in earlier submissions.
  void barrier();
  /// Later commands see what completed submissions wrote; waits for nothing.
  void acquire();
  /// Makes all earlier writes visible to the host.
  void publish();
  /// Memory that the host fills now and commands read; it lives until they are complete.
  struct Upload {
    Suballocation *suballocation;
    uint64_t offset; ///< in the suballocation
    std::byte *host;
    uint64_t address;
  };
  Result<Upload> upload(uint64_t size);

private:
  ur_device_handle_t_ &device_;
  VkCommandBuffer commands_;
  std::vector<std::shared_ptr<Suballocation>> &uploads_;
  uint64_t used_ = 0; ///< bytes used of the last upload
};

using RecordStep = std::function<Result<void>(Recorder &)>;
/// A host operation; it cannot fail.
using HostOperation = std::function<void()>;
using Step = std::variant<RecordStep, HostOperation>;

/// A prerecorded command buffer with its own pool.
class Recording {
public:
  static Result<std::shared_ptr<Recording>> make(ur_device_handle_t_ &device,
                                                 const std::vector<RecordStep> &steps);
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;
  VkCommandBuffer commands() const { return commands_; }

private:
  explicit Recording(ur_device_handle_t_ &device) : device_(device) {}

  ur_device_handle_t_ &device_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  std::vector<std::shared_ptr<Suballocation>> uploads_;
};

/// Thread safe.
class HardwareQueue {
public:
  /// Released when commands are complete, without locks held.
  struct Keep {
    adapter::Ref<ur_queue_handle_t_> queue; ///< released last
    std::shared_ptr<const void> work;
    std::shared_ptr<Recording> recorded;
  };
  using Profiles = InlineVector<std::shared_ptr<adapter::EventProfile>, 2>;

  struct Job {
    std::span<const Step> steps;         ///< all of the device, recorded in this order, or
    std::shared_ptr<Recording> recorded; ///< submitted unchanged
    const PointSet *after = nullptr;
    Profiles profiles; ///< empty if no times are needed
    Keep keep;
  };

  static Result<std::unique_ptr<HardwareQueue>> make(ur_device_handle_t_ &device, uint32_t family,
                                                     uint32_t index, uint32_t timestampBits);
  ~HardwareQueue();

  /// @return the timeline point at which the commands are complete. On failure nothing was
  /// submitted.
  Result<Point> submit(const Job &job);
  /// Collects what completed commands retained; the caller destroys it without locks held.
  /// @param mustComplete also reads the times of all of them. Otherwise collects nothing while
  ///        another thread is at it, and leaves times where the driver waits for an idle device
  InlineVector<Keep, 8> reclaim(bool mustComplete = false);
  bool hasWork();
  Point lastPoint() { return {timeline_.get(), timeline_->last.load()}; }
  Timeline &timeline() { return *timeline_; }
  VkQueue native() const { return queue_; }
  uint32_t family() const { return family_; }

private:
  struct Submission {
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkCommandBuffer tail = VK_NULL_HANDLE; ///< writes the timestamp after a recorded command buffer
    VkQueryPool times = VK_NULL_HANDLE;
    uint64_t value = 0;
    std::vector<std::shared_ptr<Suballocation>> uploads;
    Profiles profiles;
    Keep keep;
  };
  using Submissions = std::list<Submission>; ///< entries move between lists without allocation

  explicit HardwareQueue(ur_device_handle_t_ &device) : device_(device) {}
  /// Returns a list of one.
  Result<Submissions> acquireSubmission();
  void destroy(Submission &submission);
  Result<void> record(Submission &submission, const Job &job);
  Result<void> submitToDriver(Submission &submission, const Job &job);
  void readTimes(Submission &submission);
  /// Returns what a complete submission retained, but its times.
  static Keep release(Submission &submission);

  ur_device_handle_t_ &device_;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t family_ = 0;
  bool hasTimestamps_ = false;
  std::unique_ptr<Timeline> timeline_;
  std::optional<SignalsAtExit> signals_;
  std::mutex reclaiming_; ///< held by the thread that reclaims; taken before the other one
  std::mutex mutex_;      ///< guards the driver's queue and the members below
  Submissions inFlight_;  ///< in the order of their values
  Submissions idle_;
  Submissions unread_; ///< complete, but their times are not known; guarded by reclaiming_
};

} // namespace ursa::vulkan
