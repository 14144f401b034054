// Prepares the driver's kernel for a launch.
#pragma once

#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/program/kernel.h"

#include <span>

namespace ursa::opencl {

/// The number of work-groups that a cooperative launch may have.
inline constexpr uint32_t kMaxCooperativeGroups = 1;

/// Sets the arguments and registers the memory that the kernel may access. Returns the driver's
/// kernel to enqueue, which @p kernel owns. The caller holds the kernel's lock until it is
/// enqueued.
Result<cl_kernel> prepareLaunch(const ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                                std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// Creates a driver's kernel with these arguments, for one recorded launch only. The caller holds
/// the kernel's lock.
Result<cl_kernel> createForRecording(const ur_device_handle_t_ &device,
                                     const ur_kernel_handle_t_ &kernel,
                                     std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// Returns the local size of a launch: the given one, otherwise the one that the code requires, or
/// null.
inline const size_t *localSizeOf(const ur_kernel_handle_t_ &kernel, const size_t *given) {
  return !given && kernel.requiredGroupSize[0] != 0 ? kernel.requiredGroupSize.data() : given;
}

} // namespace ursa::opencl
