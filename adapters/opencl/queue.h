// Queues: the driver's command queues.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/cl.h"

struct ur_queue_handle_t_ : ursa::adapter::HandleBase {
  /// Takes over the driver's reference.
  ur_queue_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                     cl_command_queue queue, ur_queue_flags_t queueFlags);
  ~ur_queue_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ur_device_handle_t device;   ///< the context holds a reference
  const cl_command_queue id;
  const ur_queue_flags_t flags;
};

namespace ursa::opencl {

/// A queue of the driver. Properties that a device has not are hints, but for the two of OpenCL
/// 1.0.
Result<cl_command_queue> createNativeQueue(cl_context context, const ur_device_handle_t_ &device,
                                           ur_queue_flags_t flags);

} // namespace ursa::opencl
