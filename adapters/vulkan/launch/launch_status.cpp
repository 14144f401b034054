#include "adapters/vulkan/launch/launch_status.h"

#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace ursa::vulkan {
namespace {

constexpr uint32_t kWords = 1 << 16;

} // namespace

LaunchStatusPool::LaunchStatusPool(ur_device_handle_t_ &device,
                                   std::shared_ptr<Suballocation> suballocation, uint64_t loopLimit)
    : deviceName_(device.properties.deviceName), loopLimit_(loopLimit),
      suballocation_(std::move(suballocation)), free_(kWords) {
  std::memset(suballocation_->host(), 0, kWords * sizeof(uint32_t));
  for (uint32_t i = 0; i < kWords; ++i)
    free_[i] = kWords - 1 - i;
}

Result<std::shared_ptr<LaunchStatusPool>> LaunchStatusPool::make(ur_device_handle_t_ &device,
                                                                 uint64_t loopLimit) {
  URSA_TRY(auto suballocation, Suballocation::make(device, kWords * sizeof(uint32_t),
                                                   MemoryUse::Host, sizeof(uint32_t)));
  return std::shared_ptr<LaunchStatusPool>(
      new LaunchStatusPool(device, std::move(suballocation), loopLimit));
}

uint64_t LaunchStatusPool::address() const { return suballocation_->address(); }

Result<LaunchStatusPointer> LaunchStatusPool::acquire(const std::string &kernel) {
  const std::lock_guard guard(mutex_);
  if (free_.empty())
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "{} launches of kernels with loops are incomplete or recorded on '{}', and "
                     "more cannot be checked for loops that the driver ends early.",
                     kWords, deviceName_);
  const uint32_t index = free_.back();
  free_.pop_back();
  auto status = std::make_shared<LaunchStatus>(shared_from_this(), index, kernel);
  if (taken_.size() >= maxTaken_) {
    std::erase_if(taken_, [](const auto &taken) { return taken.expired(); });
    maxTaken_ = 64 + 2 * taken_.size();
  }
  taken_.push_back(status);
  return status;
}

Result<void> LaunchStatusPool::check() {
  LaunchStatuses statuses;
  {
    std::vector<LaunchStatusPointer> taken;
    const std::lock_guard guard(mutex_);
    for (const auto &status : taken_)
      if (auto known = status.lock())
        taken.push_back(std::move(known));
    for (const LaunchStatusPointer &status : taken)
      statuses.add(status);
  }
  statuses.prune();
  return statuses.check();
}

bool LaunchStatusPool::isSet(uint32_t index) const {
  auto *words = reinterpret_cast<uint32_t *>(suballocation_->host());
  return std::atomic_ref(words[index]).load() != 0;
}

void LaunchStatusPool::clear(uint32_t index) {
  auto *words = reinterpret_cast<uint32_t *>(suballocation_->host());
  std::atomic_ref(words[index]).store(0);
}

bool LaunchStatus::hasFailed() const {
  const std::lock_guard guard(pool_->mutex_);
  return isComplete_ ? hasFailed_ : pool_->isSet(index_);
}

bool LaunchStatus::isSettled() const {
  const std::lock_guard guard(pool_->mutex_);
  return isReported_ || (isComplete_ && !hasFailed_);
}

std::string LaunchStatus::message() const {
  return fmt::format(
      "Kernel '{}' gave wrong results: its loops have more iterations than the {} after which the "
      "driver of '{}' ends all loops of a work-item. Have each work-item do fewer iterations, or "
      "use another device.",
      kernel_, pool_->loopLimit_, pool_->deviceName_);
}

Error LaunchStatus::report() {
  const std::lock_guard guard(pool_->mutex_);
  isReported_ = true;
  return Error{UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS, message()};
}

void LaunchStatus::restart(bool isIdle) {
  const std::lock_guard guard(pool_->mutex_);
  if (isReported_ && isIdle)
    pool_->clear(index_);
  isReported_ = false;
}

void LaunchStatus::complete() {
  const std::lock_guard guard(pool_->mutex_);
  isComplete_ = true;
  hasFailed_ = pool_->isSet(index_);
  pool_->clear(index_);
  pool_->free_.push_back(index_);
  if (hasFailed_ && !isReported_)
    log().write(UR_LOGGER_LEVEL_ERROR, "{}", message());
}

void LaunchStatuses::add(const LaunchStatusPointer &status) {
  if (std::find(all_.begin(), all_.end(), status) == all_.end())
    all_.push_back(status);
}

void LaunchStatuses::add(const LaunchStatuses &others) {
  for (const LaunchStatusPointer &status : others.all_)
    if (!status->isSettled())
      add(status);
}

void LaunchStatuses::prune() {
  all_.eraseIf([](const LaunchStatusPointer &status) { return status->isSettled(); });
}

bool LaunchStatuses::hasFailed() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const LaunchStatusPointer &status) { return status->hasFailed(); });
}

Result<void> LaunchStatuses::check() const {
  Result<void> result;
  for (const LaunchStatusPointer &status : all_)
    if (status->hasFailed()) {
      Error error = status->report();
      if (result)
        result = std::move(error);
    }
  return result;
}

} // namespace ursa::vulkan
