// Checks the parameters of a launch before the driver sees them: not every driver checks all of
// them, and some crash. If a kernel's parameters are unknown, only the driver checks the arguments.
#pragma once

#include "adapters/common/launch.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/program/kernel.h"

#include <span>

namespace ursa::opencl {

/// Checks that each parameter has exactly one argument of its kind and size, and that the device
/// has enough local memory for a work-group. Errors: UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
/// UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE, UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
/// UR_RESULT_ERROR_OUT_OF_RESOURCES.
Result<void> checkArguments(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments);

/// Checks that global ids do not overflow, and that the device and the kernel accept such
/// work-groups.
Result<void> checkSizes(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                        const adapter::NdRange &range);

} // namespace ursa::opencl
