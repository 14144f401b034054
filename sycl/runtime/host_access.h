// An access of a region from the program itself, which commands that come after it wait for.
#pragma once

#include "sycl/runtime/command.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ursa::runtime {

/// How and when commands that wait for the program are reported. Immutable.
struct WaitReport {
  std::chrono::milliseconds after{0}; ///< zero: never
  std::function<void(const std::string &sentence)> tell;
};

/// Thread safe. Complete once it has ended, and those that it is on top of.
class HostAccess final : public Command, public std::enable_shared_from_this<HostAccess> {
public:
  /// @param on open accesses of the host with the same pages
  /// @param waits the commands that it waits for before it begins
  HostAccess(std::vector<std::shared_ptr<HostAccess>> on, Commands waits, size_t regionBytes,
             std::shared_ptr<const WaitReport> report);

  /// Lets the commands behind it begin.
  void end();

  bool isComplete() const override;
  void wait() const override;
  /// A command of the queue that is complete when the access is.
  HostAccess *asHostAccess() override { return this; }
  SharedCommand standInFor(Queue &queue);

  /// The commands that it waits for.
  const Commands &waits() const { return waits_; }

private:
  static void waitFor(void *held);
  void waitOrTell();

  const std::vector<std::shared_ptr<HostAccess>> on_;
  const Commands waits_;
  const size_t regionBytes_;
  const std::shared_ptr<const WaitReport> report_;
  mutable std::mutex mutex_; ///< guards the member below
  mutable std::condition_variable changed_;
  bool isOpen_ = true;
};

} // namespace ursa::runtime
