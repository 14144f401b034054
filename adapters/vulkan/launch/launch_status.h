// Records whether the kernels of a launch ran to completion on drivers that end loops early
// (loop_guard.h). Each launch has a 32-bit word that its kernels set when a loop was cut short.
// Such a launch failed, and so did everything that depends on it.
#pragma once

#include "support/inline_vector.h"
#include "support/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct ur_device_handle_t_;

namespace ursa::vulkan {

class Suballocation;
class LaunchStatus;
using LaunchStatusPointer = std::shared_ptr<LaunchStatus>;

/// The status words of the launches of a device. Thread safe.
class LaunchStatusPool : public std::enable_shared_from_this<LaunchStatusPool> {
public:
  /// @param loopLimit iterations after which the driver ends loops, for messages
  static Result<std::shared_ptr<LaunchStatusPool>> make(ur_device_handle_t_ &device,
                                                        uint64_t loopLimit);

  /// The device address of the words.
  uint64_t address() const;
  /// UR_RESULT_ERROR_OUT_OF_RESOURCES if too many launches are incomplete or recorded.
  Result<LaunchStatusPointer> acquire(const std::string &kernel);
  /// Returns the error of a failed launch that was not reported yet.
  Result<void> check();

private:
  friend class LaunchStatus;
  LaunchStatusPool(ur_device_handle_t_ &device, std::shared_ptr<Suballocation> suballocation,
                   uint64_t loopLimit);
  bool isSet(uint32_t index) const;
  void clear(uint32_t index);

  const std::string deviceName_;
  const uint64_t loopLimit_;
  const std::shared_ptr<Suballocation> suballocation_;
  std::mutex mutex_; ///< guards the members below and the states of launches
  std::vector<uint32_t> free_;
  std::vector<std::weak_ptr<LaunchStatus>> taken_;
  size_t maxTaken_ = 64; ///< when taken_ reaches this size, destroyed ones are removed
};

/// Thread safe.
class LaunchStatus {
public:
  LaunchStatus(std::shared_ptr<LaunchStatusPool> pool, uint32_t index, std::string kernel)
      : pool_(std::move(pool)), index_(index), kernel_(std::move(kernel)) {}

  /// The index of the launch's word.
  uint32_t index() const { return index_; }
  /// Returns whether it has failed so far.
  bool hasFailed() const;
  /// Returns whether it needs no more checks: it succeeded, or its failure was reported.
  bool isSettled() const;
  /// Returns the error of a failed launch and marks it as reported.
  Error report();
  /// Call before it runs again.
  /// @param isIdle whether it is complete
  void restart(bool isIdle);
  /// Call when it is complete and does not run again: returns its word to the pool. Logs a failure
  /// that was not reported.
  void complete();

private:
  std::string message() const;

  const std::shared_ptr<LaunchStatusPool> pool_;
  const uint32_t index_;
  const std::string kernel_;
  bool isComplete_ = false; ///< guarded by the pool's mutex, as the members below
  bool hasFailed_ = false;  ///< valid when it is complete
  bool isReported_ = false;
};

/// A set of launch statuses.
class LaunchStatuses {
public:
  void add(const LaunchStatusPointer &status);
  /// Adds those that are not settled.
  void add(const LaunchStatuses &others);
  /// Removes those that are settled.
  void prune();
  bool hasFailed() const;
  /// UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS if a launch failed.
  Result<void> check() const;

private:
  InlineVector<LaunchStatusPointer, 2> all_;
};

} // namespace ursa::vulkan
