// What commands wait for on the host: user events, which host tasks complete. Drivers that run
// unordered queues in order run nothing behind a command that waits for one.
#pragma once

#include "adapters/opencl/driver/cl.h"

#include <atomic>
#include <memory>
#include <vector>

namespace ursa::opencl {

/// Events that the host completes. A command waits for the host as long as one of them is not
/// complete. Of host tasks that wait for each other, only the last one is kept.
class HostWaits {
public:
  /// Adds an event that may depend on the application, with a reference to it.
  Result<void> add(cl_event event);
  void add(const HostWaits &others);
  /// Returns what commands wait for after a host task that waits for these events.
  Result<HostWaits> then(cl_event task) const;
  /// Removes events that are complete or have failed.
  void dropComplete();

  bool empty() const { return waits_.empty(); }
  size_t size() const { return waits_.size(); }
  /// Returns whether these are complete when the others are.
  bool areWithin(const HostWaits &others) const;
  /// Waits until all of them are complete or have failed.
  void wait() const;
  std::vector<cl_event> events() const;

private:
  using Event = std::shared_ptr<std::remove_pointer_t<cl_event>>;
  /// The length of a chain: host tasks of which each waits for the one before.
  using Chain = std::shared_ptr<std::atomic<uint64_t>>;
  struct Wait {
    Event event;
    Chain chain;        ///< null if the event is of no host task
    uint64_t place = 0; ///< in the chain, from 1

    bool isOfChainOf(const Wait &other) const;
    bool covers(const Wait &other) const;
  };

  std::vector<Wait> waits_; ///< one for each chain
};

/// Returns whether the command of an event is neither complete nor failed.
bool isPending(cl_event event);

} // namespace ursa::opencl
