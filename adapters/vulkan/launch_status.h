// Whether the kernels of a launch ran to their end, on drivers that end loops early (loop_guard.h).
// Each launch has a word of memory that its kernels set when a loop of theirs was cut short. A
// launch that did not run to its end failed, and so did what depends on it.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct ur_device_handle_t_;

namespace ursa::vulkan {

class Block;
class LaunchStatus;
using LaunchStatusPointer = std::shared_ptr<LaunchStatus>;

/// The words of the launches of a device. Thread safe.
class LaunchStatusPool : public std::enable_shared_from_this<LaunchStatusPool> {
public:
  /// @param loopLimit iterations after which the driver ends loops, for messages
  static Result<std::shared_ptr<LaunchStatusPool>> make(ur_device_handle_t_ &device,
                                                        uint64_t loopLimit);

  /// Of the words, as kernels see them.
  uint64_t address() const;
  /// UR_RESULT_ERROR_OUT_OF_RESOURCES when too many launches are incomplete or recorded.
  Result<LaunchStatusPointer> acquire(const std::string &kernel);
  /// The error of a launch that failed and was not reported.
  Result<void> check();

private:
  friend class LaunchStatus;
  LaunchStatusPool(ur_device_handle_t_ &device, std::shared_ptr<Block> block, uint64_t loopLimit);
  bool isSet(uint32_t index) const;
  void clear(uint32_t index);

  const std::string deviceName_;
  const uint64_t loopLimit_;
  const std::shared_ptr<Block> block_;
  std::mutex mutex_; ///< guards the rest, and the states of launches
  std::vector<uint32_t> free_;
  std::vector<std::weak_ptr<LaunchStatus>> taken_;
  size_t maxTaken_ = 64; ///< when that many are in taken_, those that ended are forgotten
};

/// Thread safe.
class LaunchStatus {
public:
  LaunchStatus(std::shared_ptr<LaunchStatusPool> pool, uint32_t index, std::string kernel)
      : pool_(std::move(pool)), index_(index), kernel_(std::move(kernel)) {}

  /// Of the launch's word.
  uint32_t index() const { return index_; }
  /// Whether it failed, as far as it ran.
  bool hasFailed() const;
  /// Whether it need not be asked any more: it succeeded, or its failure was reported.
  bool isSettled() const;
  /// The error of a launch that failed, which counts as reported then.
  Error report();
  /// It is about to run again.
  /// @param isIdle whether it is complete
  void restart(bool isIdle);
  /// It is complete and does not run again: its word is another's from now on. Logs a failure that
  /// was not reported.
  void complete();

private:
  std::string message() const;

  const std::shared_ptr<LaunchStatusPool> pool_;
  const uint32_t index_;
  const std::string kernel_;
  bool isComplete_ = false; ///< guarded by the pool's mutex, as the two below
  bool hasFailed_ = false;  ///< when it is complete
  bool isReported_ = false;
};

/// Statuses of several launches, each once.
class LaunchStatuses {
public:
  void add(const LaunchStatusPointer &status);
  /// Those that are not settled.
  void add(const LaunchStatuses &others);
  /// Forgets those that are settled.
  void prune();
  bool hasFailed() const;
  /// UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS when a launch failed.
  Result<void> check() const;

private:
  std::vector<LaunchStatusPointer> all_;
};

} // namespace ursa::vulkan
