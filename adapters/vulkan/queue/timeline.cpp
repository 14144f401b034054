#include "adapters/vulkan/queue/timeline.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/exit_gate.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace ursa::vulkan {
namespace {

constexpr uint64_t kSlice = 100'000'000; // ns; a wait checks for a lost device this often
// Polls first: a short kernel completes sooner than a driver wakes a thread.
constexpr std::chrono::microseconds kSpin{100};
constexpr int kMaxFailures = 100; // consecutive failed waits and polls, a millisecond apart

} // namespace

Result<std::unique_ptr<Timeline>> Timeline::make(ur_device_handle_t_ &device) {
  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  info.pNext = &type;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  URSA_CHECK(checkVk(device.vk.vkCreateSemaphore(device.logical, &info, nullptr, &semaphore),
                     "vkCreateSemaphore"));
  return std::unique_ptr<Timeline>(new Timeline(device, semaphore));
}

Timeline::Timeline(ur_device_handle_t_ &device, VkSemaphore semaphore)
    : vk_(device.vk), device_(device.logical), semaphore_(semaphore), isLost_(device.isLost) {}

Timeline::~Timeline() { vk_.vkDestroySemaphore(device_, semaphore_, nullptr); }

void Timeline::raise(uint64_t value) {
  uint64_t known = reached_.load(std::memory_order_relaxed);
  while (known < value && !reached_.compare_exchange_weak(known, value)) {
  }
}

bool Timeline::isLost(VkResult code) {
  if (code == VK_ERROR_DEVICE_LOST)
    isLost_ = true;
  return code == VK_ERROR_DEVICE_LOST;
}

bool Timeline::isReached(uint64_t value) {
  if (reached_.load(std::memory_order_acquire) >= value || isLost_.load())
    return true;
  if (const VkResult code = poll(); code != VK_SUCCESS)
    return isLost(code);
  return reached_.load(std::memory_order_acquire) >= value;
}

VkResult Timeline::poll() {
  uint64_t now = 0;
  const VkResult code = vk_.vkGetSemaphoreCounterValue(device_, semaphore_, &now);
  if (code == VK_SUCCESS)
    raise(now);
  return code;
}

void Timeline::spin(uint64_t value) {
  const auto end = std::chrono::steady_clock::now() + kSpin;
  while (!isReached(value) && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
}

Result<void> Timeline::wait(uint64_t value) {
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &semaphore_;
  info.pValues = &value;
  {
    const WaitInDriver inDriver;
    spin(value);
  }
  for (int failures = 0;;) {
    const WaitInDriver inDriver;
    if (isLost_.load())
      return makeError(UR_RESULT_ERROR_DEVICE_LOST, "The device was lost.");
    if (reached_.load(std::memory_order_acquire) >= value)
      return {};
    const VkResult code = vk_.vkWaitSemaphores(device_, &info, kSlice);
    if (code == VK_SUCCESS)
      raise(value);
    else if (code == VK_TIMEOUT)
      failures = 0;
    else if (isLost(code))
      return checkVk(code, "vkWaitSemaphores");
    else {
      // Out of memory. Commands in flight may still write the application's memory, so the wait
      // must not return before they complete. Polling needs no memory.
      const VkResult seen = poll();
      if (seen == VK_SUCCESS)
        failures = 0;
      else if (isLost(seen) || ++failures == kMaxFailures)
        return checkVk(code, "vkWaitSemaphores");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

Result<void> Timeline::signal(uint64_t value) {
  VkSemaphoreSignalInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
  info.semaphore = semaphore_;
  info.value = value;
  const VkResult code = vk_.vkSignalSemaphore(device_, &info);
  if (!isLost(code) && code == VK_SUCCESS)
    raise(value);
  return checkVk(code, "vkSignalSemaphore");
}

void PointSet::add(Point point) {
  const auto known = std::find_if(points_.begin(), points_.end(), [&](const Point &other) {
    return other.timeline == point.timeline;
  });
  if (known == points_.end())
    points_.push_back(point);
  else
    known->value = std::max(known->value, point.value);
}

bool PointSet::isReached() const {
  return std::all_of(points_.begin(), points_.end(),
                     [](const Point &point) { return point.timeline->isReached(point.value); });
}

Result<void> PointSet::wait() const {
  for (const Point &point : points_)
    URSA_CHECK(point.timeline->wait(point.value));
  return {};
}

Result<void> PointSet::finish() const {
  URSA_CHECK(wait());
  return launches.check();
}

} // namespace ursa::vulkan
