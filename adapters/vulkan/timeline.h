// Moments that the work of a device comes to: values of timeline semaphores. Every queue of the
// driver has one timeline, and so have the steps that the host does for a device. The values of a
// timeline are reached in order, so that the last one stands for all before it.
#pragma once

#include "adapters/vulkan/launch_status.h"
#include "adapters/vulkan/vk.h"

#include <atomic>
#include <memory>
#include <vector>

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

  /// Does not block. Everything counts as reached once the device is lost.
  bool isReached(uint64_t value);
  /// Blocks. UR_RESULT_ERROR_DEVICE_LOST when the device is, or was before, or another thread finds
  /// out meanwhile. A driver that is short of memory is asked again, for a while only if it does
  /// not even tell how far it is.
  Result<void> wait(uint64_t value);
  /// The device counts as lost: moments cannot be known or made any more.
  void giveUp() { isLost_ = true; }
  /// Reaches a value from the host.
  Result<void> signal(uint64_t value);

  /// The last value that work was given; written under the lock of whoever hands out values.
  std::atomic<uint64_t> last{0};

private:
  Timeline(ur_device_handle_t_ &device, VkSemaphore semaphore);
  void raise(uint64_t value);
  /// Asks the driver how far it is, and notes it.
  VkResult look();
  /// Looks again and again, for a short while, whether a value is reached.
  void spin(uint64_t value);
  /// Notes it when a code says so.
  bool isLost(VkResult code);

  const VolkDeviceTable &vk_;
  VkDevice const device_;
  VkSemaphore const semaphore_;
  std::atomic<uint64_t> reached_{0};
  std::atomic<bool> &isLost_; ///< the device's
};

struct Point {
  Timeline *timeline = nullptr;
  uint64_t value = 0;
};

/// Moments on several timelines; reached when all are. At most one a timeline, the last. With them
/// go the launches whose failure is one of what comes later.
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
  const std::vector<Point> &points() const { return points_; }
  bool isReached() const;
  /// Blocks; the first error.
  Result<void> wait() const;
  /// The same, and an error when a launch failed.
  Result<void> finish() const;

  LaunchStatuses launches;

private:
  std::vector<Point> points_;
};

} // namespace ursa::vulkan
