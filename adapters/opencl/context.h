// Contexts: devices of one platform, and the USM allocations and queues that belong to them.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/opencl/built_programs.h"
#include "adapters/opencl/cl.h"

#include <map>
#include <mutex>
#include <set>

struct ur_context_handle_t_ : ursa::adapter::HandleBase {
  /// Takes over the driver's reference.
  ur_context_handle_t_(cl_context context, std::vector<ur_device_handle_t> contextDevices);
  ~ur_context_handle_t_();
  /// Deletes the context, which has no references, when the commands of its queues are complete.
  /// Does not block.
  void end() noexcept;

  bool has(ur_device_handle_t device) const;
  void addQueue(ur_queue_handle_t queue);
  /// Forgets a queue that ends, and takes over the driver's: its commands may be in flight still.
  void removeQueue(ur_queue_handle_t queue);
  /// The context's queue that stands for the driver's, or null.
  ur_queue_handle_t findQueue(cl_command_queue queue);
  /// A queue of the context's own, unordered, that keeps the times of its commands.
  ursa::Result<cl_command_queue> profilingQueue(ur_device_handle_t device);
  /// Four bytes that nobody reads: what commands write whose times alone are wanted.
  ursa::Result<cl_mem> momentBuffer();
  /// The pool that the context's devices have from the start; made when it is first asked for.
  ur_usm_pool_handle_t defaultPool();
  /// Blocks until everything in the context's queues is done.
  void finishQueues();

  const cl_context id;
  const std::vector<ur_device_handle_t> devices; ///< a reference to each is held
  ursa::adapter::UsmAllocations allocations;
  ursa::opencl::BuiltPrograms builtPrograms{64};
  ursa::adapter::ContextDeleters deleters;

private:
  std::mutex mutex_;                   ///< guards the rest
  std::set<ur_queue_handle_t> queues_; ///< not owned: a queue takes itself out
  struct LeavingQueue {
    cl_command_queue queue;
    cl_event last; ///< complete when all of its commands are
  };
  void forgetFinishedQueues();

  std::vector<LeavingQueue> leaving_; ///< the driver's queues of those that ended before their work
  ur_usm_pool_handle_t defaultPool_ = nullptr;
  std::map<ur_device_handle_t, cl_command_queue> profilingQueues_; ///< each made when it is needed
  cl_mem momentBuffer_ = nullptr;                                  ///< likewise
};

namespace ursa::opencl {

/// Error UR_RESULT_ERROR_INVALID_DEVICE unless the device is one of the context's.
Result<void> checkDevice(const ur_context_handle_t_ &context, ur_device_handle_t device);

} // namespace ursa::opencl
