// What is checked of a launch before the driver sees it: not every driver checks it all, and some
// end the process. Where nothing is known of a kernel's parameters, the driver's answer counts.
#pragma once

#include "adapters/opencl/device.h"
#include "adapters/opencl/kernel.h"

#include <span>

namespace ursa::opencl {

/// That each parameter is given once, by an argument of its kind and size, and that a work-group's
/// local memory suffices. Errors: UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
/// UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE, UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
/// UR_RESULT_ERROR_OUT_OF_RESOURCES.
Result<void> checkArguments(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// That the device has such work-groups and global ids do not wrap around.
/// @param offset null for none
/// @param local  null when the driver chooses
Result<void> checkSizes(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                        uint32_t workDim, const size_t *offset, const size_t *global,
                        const size_t *local);

} // namespace ursa::opencl
