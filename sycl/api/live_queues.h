// The queues of the process. Drivers compile and run commands on threads of their own, which need
// libraries and static objects: the process waits for all commands before those are gone.
#pragma once

#include "client/handle.h"

#include <mutex>
#include <unordered_map>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Thread safe.
class LiveQueues {
public:
  /// Keeps a reference to a queue until it is retired.
  void add(ur_queue_handle_t queue);

  /// Takes over a queue that was added and that the program does not use any more. Its commands
  /// may still run; it is released once they are done. Never blocks.
  void retire(ursa::client::QueueHandle queue);

  /// Blocks until the commands of a context's retired queues are complete.
  void finishRetired(ur_context_handle_t context);

  /// Blocks until the commands of all queues are complete, and releases the retired ones.
  void finish();

private:
  std::mutex mutex_; ///< guards the members below
  std::unordered_map<ur_queue_handle_t, ursa::client::QueueHandle> used_;
  std::vector<ursa::client::QueueHandle> retired_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
