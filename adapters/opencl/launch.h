// What a launch sets on the driver's kernel.
#pragma once

#include "adapters/opencl/device.h"
#include "adapters/opencl/kernel.h"

#include <span>

namespace ursa::opencl {

/// Work-groups of a cooperative launch.
inline constexpr uint32_t kMaxCooperativeGroups = 1;

/// Sets the arguments and names the memory that the kernel may reach. Answers the driver's kernel
/// to enqueue, which is the kernel's own. The kernel's lock is held, until it is enqueued.
Result<cl_kernel> prepareLaunch(const ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                                std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// A new kernel of the driver with these arguments set, for nothing but one recorded launch. The
/// kernel's lock is held.
Result<cl_kernel> makeForRecording(const ur_device_handle_t_ &device,
                                   const ur_kernel_handle_t_ &kernel,
                                   std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// The local size of a launch that was given none: the one that the code asks for, or null.
inline const size_t *localSizeOf(const ur_kernel_handle_t_ &kernel, const size_t *given) {
  return !given && kernel.requiredGroupSize[0] != 0 ? kernel.requiredGroupSize.data() : given;
}

} // namespace ursa::opencl
