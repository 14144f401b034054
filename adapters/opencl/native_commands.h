// The driver's command buffers (cl_khr_command_buffer), where they can stand for ours. The
// extension is provisional, and drivers have little of it: launches, copies and fills of buffers.
// The rest is replayed (command_buffer.cpp).
#pragma once

#include "adapters/opencl/event.h"

#include <span>
#include <vector>

struct ur_exp_command_buffer_handle_t_;

namespace ursa::opencl {

/// The extension's functions and what a device says of it; null and 0 where it has it not.
struct CommandBufferExtension {
  uint32_t version = 0; ///< CL_MAKE_VERSION
  cl_device_command_buffer_capabilities_khr capabilities = 0;
  cl_command_queue_properties requiredOfQueues = 0;
  clCreateCommandBufferKHR_fn create = nullptr;
  clFinalizeCommandBufferKHR_fn finalize = nullptr;
  clReleaseCommandBufferKHR_fn release = nullptr;
  clEnqueueCommandBufferKHR_fn enqueue = nullptr;
  clCommandNDRangeKernelKHR_fn launch = nullptr;
  clCommandCopyBufferKHR_fn copyBuffer = nullptr;
  clCommandFillBufferKHR_fn fillBuffer = nullptr;

  /// Whether executions can be the driver's: it has all functions, in the form of the versions
  /// 0.9.0 to 0.9.4 (later ones have other parameters), kernels may print, and executions may be
  /// enqueued while others run.
  bool isUsable() const;
};

CommandBufferExtension commandBufferExtension(const ur_device_handle_t_ &device);

/// Where a command is recorded. Each gives a sync point, by which others wait for it.
struct Recording {
  const CommandBufferExtension &functions;
  cl_command_buffer_khr buffer = nullptr;
  std::vector<cl_kernel> &kernels; ///< what launches are recorded of, owned by the command buffer
  std::span<const cl_sync_point_khr> after;
  cl_sync_point_khr *done = nullptr;

  cl_uint count() const { return static_cast<cl_uint>(after.size()); }
  const cl_sync_point_khr *list() const { return after.empty() ? nullptr : after.data(); }
};

/// The driver's command buffers for one of ours: one for each kind of queue that it is enqueued in.
/// Not thread safe.
class NativeCommands {
public:
  NativeCommands() = default;
  NativeCommands(const NativeCommands &) = delete;
  NativeCommands &operator=(const NativeCommands &) = delete;
  ~NativeCommands();

  /// Whether an execution in this queue can be the driver's: by what is recorded, what the queue
  /// is, and whether the driver failed before.
  bool fits(const ur_queue_handle_t_ &queue, const ur_exp_command_buffer_handle_t_ &buffer) const;

  /// Enqueues an execution that fits, after these events; records it first for such queues.
  /// @return the execution's event; none when the driver failed, which is told in the log. Nothing
  ///         is enqueued then, and it must be replayed
  HeldEvent enqueue(ur_queue_handle_t_ &queue, const ur_exp_command_buffer_handle_t_ &buffer,
                    std::span<const cl_event> after);

private:
  struct Recorded {
    ur_queue_flags_t flags = 0; ///< of the queues
    cl_command_buffer_khr id = nullptr;
    std::vector<cl_kernel> kernels;
  };

  Result<cl_command_buffer_khr> recorded(const ur_queue_handle_t_ &queue,
                                         const ur_exp_command_buffer_handle_t_ &buffer);
  static Result<void> record(const ur_exp_command_buffer_handle_t_ &buffer, Recorded &recorded,
                             const CommandBufferExtension &functions);
  void free(const Recorded &recorded) const;

  clReleaseCommandBufferKHR_fn release_ = nullptr;
  std::vector<Recorded> recorded_;
  bool isRefused_ = false; ///< the driver failed before
};

} // namespace ursa::opencl
