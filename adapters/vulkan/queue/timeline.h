// Timeline points: values of timeline semaphores. Each hardware queue has one timeline, as have the
// host operations of a device. Values are reached in order, so that the last one implies all before
// it.
#pragma once

#include "adapters/vulkan/driver/vk.h"
#include "adapters/vulkan/launch/launch_status.h"

#include <atomic>
#include <memory>
#include <span>

struct ur_device_handle_t_;

namespace ursa::vulkan {

/// Lives as long as its device. Thread safe.
class Timeline {
public:
  static Result<std::unique_ptr<Timeline>> make(ur_device_handle_t_ &device);
  ~Timeline();
  Timeline(const Timeline &) = delete;
  Timeline &operator=(const Timeline &) = delete;

  VkSemaphore semaphore() const { return semaphore_; }
  VkDevice device() const { return device_; }

  /// Does not block. All values count as reached once the device is lost.
  bool isReached(uint64_t value);
  /// The value that is known to be reached. Does not ask the driver.
  uint64_t reached() const { return reached_.load(std::memory_order_acquire); }
  /// Blocks. UR_RESULT_ERROR_DEVICE_LOST if the device is or becomes lost, also if another thread
  /// notices. Retries when the driver is out of memory; only for a limited time if the driver
  /// cannot even report the semaphore's value.
  Result<void> wait(uint64_t value);
  /// Marks the device as lost: its timeline points can no longer be read or signalled.
  void markLost() { isLost_ = true; }
  /// Signals a value from the host.
  Result<void> signal(uint64_t value);

  /// The last value assigned to work; written under the lock that serializes assignment.
  std::atomic<uint64_t> last{0};

private:
  Timeline(ur_device_handle_t_ &device, VkSemaphore semaphore);
  void raise(uint64_t value);
  /// Reads the semaphore's value and stores it.
  VkResult poll();
  /// Polls for a short while until a value is reached.
  void spin(uint64_t value);
  /// Returns whether the code reports a lost device, and marks the device then.
  bool isLost(VkResult code);

  const VolkDeviceTable &vk_;
  VkDevice const device_;
  VkSemaphore const semaphore_;
  std::atomic<uint64_t> reached_{0};
  std::atomic<bool> &isLost_; ///< the device's flag
};

struct Point {
  Timeline *timeline = nullptr;
  uint64_t value = 0;
};

/// Timeline points of several timelines, at most the last of each; reached when all are. Also holds
/// the launches whose failure fails what depends on them.
class PointSet {
public:
  PointSet() = default;
  PointSet(Point point) { add(point); } // NOLINT: a point is a set of one

  void add(Point point);
  void add(const PointSet &other) {
    addPoints(other);
    launches.prune();
    launches.add(other.launches);
  }
  void addPoints(const PointSet &other) {
    for (const Point &point : other.points_)
      add(point);
  }
  std::span<const Point> points() const { return {points_.data(), points_.size()}; }
  bool isReached() const;
  /// Blocks; returns the first error.
  Result<void> wait() const;
  /// As wait(), and returns an error if a launch failed.
  Result<void> finish() const;

  LaunchStatuses launches;

private:
  InlineVector<Point, 4> points_;
};

} // namespace ursa::vulkan
