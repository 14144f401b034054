// The driver's command buffers (cl_khr_command_buffer), used where they can replace ours. The
// extension is provisional, and drivers implement little of it: launches, copies and fills of
// buffers. The rest is replayed (command_buffer.cpp).
#pragma once

#include "adapters/opencl/queue/event.h"

#include <span>
#include <vector>

struct ur_exp_command_buffer_handle_t_;

namespace ursa::opencl {

/// The extension's functions and a device's capabilities; null and 0 if it does not support the
/// extension.
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

  /// Returns whether the driver's command buffers can be used: it has all functions with the
  /// parameters of versions 0.9.0 to 0.9.4 (later ones have other parameters), kernels may print,
  /// and executions may overlap.
  bool isUsable() const;
};

CommandBufferExtension commandBufferExtension(const ur_device_handle_t_ &device);

/// Where to record a command. Each command returns a sync point that later ones can wait for.
struct Recording {
  const CommandBufferExtension &functions;
  cl_command_buffer_khr buffer = nullptr;
  std::vector<cl_kernel> &kernels; ///< kernels of recorded launches, owned by the command buffer
  std::span<const cl_sync_point_khr> after;
  cl_sync_point_khr *done = nullptr;

  cl_uint count() const { return static_cast<cl_uint>(after.size()); }
  const cl_sync_point_khr *list() const { return after.empty() ? nullptr : after.data(); }
};

/// The driver's command buffers for one of ours: one for each kind of queue that executes it. Not
/// thread safe.
class NativeCommands {
public:
  NativeCommands() = default;
  NativeCommands(const NativeCommands &) = delete;
  NativeCommands &operator=(const NativeCommands &) = delete;
  ~NativeCommands();

  /// Returns whether the driver can execute the buffer in this queue. Depends on the recorded
  /// commands, the queue's properties, and earlier failures of the driver.
  bool fits(const ur_queue_handle_t_ &queue, const ur_exp_command_buffer_handle_t_ &buffer) const;

  /// Enqueues an execution after these events; records it first if needed. Call only if fits()
  /// returned true.
  /// @return the execution's event, or null if the driver failed. The log then has the reason,
  /// nothing is enqueued, and the caller must replay the commands
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
  bool isRefused_ = false; ///< whether the driver failed before
};

} // namespace ursa::opencl
