// Contexts: devices of one platform and the USM allocations and queues that belong to them.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/opencl/driver/cl.h"
#include "adapters/opencl/program/built_programs.h"

#include <map>
#include <mutex>
#include <set>

namespace ursa::opencl {

struct Context : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  Context(cl_context context, std::vector<ur_device_handle_t> contextDevices);
  ~Context();
  /// Deletes the context, which has no references left, after the commands of its queues are
  /// complete. Does not block.
  void end() noexcept;

  bool has(ur_device_handle_t device) const;
  /// Returns UR_RESULT_ERROR_INVALID_DEVICE unless the context has the device.
  Result<void> checkHas(ur_device_handle_t device) const;
  void addQueue(ur_queue_handle_t queue);
  /// Removes a queue that ends and takes ownership of the driver's queue, whose commands may still
  /// be in flight.
  void removeQueue(ur_queue_handle_t queue);
  /// Takes ownership of a further driver's queue of a queue.
  void addSideQueue(cl_command_queue side, ur_queue_handle_t queue);
  /// Takes ownership of a driver's queue that gets no more commands.
  void retireQueue(cl_command_queue queue);
  /// Returns the context's queue for a driver's queue, or null.
  ur_queue_handle_t findQueue(cl_command_queue queue);
  /// Returns an out-of-order queue of the context that records profiling times.
  Result<cl_command_queue> profilingQueue(ur_device_handle_t device);
  /// Returns a buffer of four bytes that only timestamp commands write.
  Result<cl_mem> timestampBuffer();
  /// Returns the default pool, which all devices of the context share. The first call creates it.
  ur_usm_pool_handle_t defaultPool();
  void forgetPool(ur_usm_pool_handle_t pool) { allocations.forgetPool(pool); }
  /// Blocks until all commands in the context's queues are complete.
  void finishQueues();

  const cl_context id;
  const std::vector<ur_device_handle_t> devices; ///< holds a reference to each
  adapter::UsmAllocations allocations;
  BuiltPrograms builtPrograms;
  adapter::ContextDeleters deleters;

private:
  std::mutex mutex_;                                         ///< guards the members below
  std::set<ur_queue_handle_t> queues_;                       ///< not owned; a queue removes itself
  std::map<cl_command_queue, ur_queue_handle_t> sideQueues_; ///< whose they are
  struct RetiringQueue {
    cl_command_queue queue;
    cl_event last; ///< completes when all of its commands are complete
  };
  void retire(cl_command_queue queue);
  void forgetFinishedQueues();

  std::vector<RetiringQueue>
      retiringQueues_; ///< driver's queues whose handle ended before their commands
  ur_usm_pool_handle_t defaultPool_ = nullptr;
  std::map<ur_device_handle_t, cl_command_queue> profilingQueues_; ///< created on first use
  cl_mem timestampBuffer_ = nullptr;                               ///< created on first use
};

/// An out-of-order queue that records profiling times, for commands of one call: the context's,
/// which others use too, or its own one.
class ProfilingQueue {
public:
  /// @param waitsForHost whether its commands may wait for the host: where the driver runs queues
  /// in
  ///                     order, they must not be in the way of others
  static Result<ProfilingQueue> take(ur_context_handle_t_ &context, ur_device_handle_t device,
                                     bool waitsForHost);
  ProfilingQueue() = default;
  ProfilingQueue(ProfilingQueue &&other) noexcept { swap(other); }
  ProfilingQueue &operator=(ProfilingQueue &&other) noexcept {
    swap(other);
    return *this;
  }
  ~ProfilingQueue();

  cl_command_queue id() const { return id_; }

private:
  void swap(ProfilingQueue &other) noexcept {
    std::swap(id_, other.id_);
    std::swap(owner_, other.owner_);
  }

  cl_command_queue id_ = nullptr;
  ur_context_handle_t owner_ = nullptr; ///< takes the queue at the end; null if it is the context's
};

} // namespace ursa::opencl

struct ur_context_handle_t_ : ursa::opencl::Context {
  using Context::Context;
};
