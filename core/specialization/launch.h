// What a launch of a kernel with a layout passes on to the adapter, be it enqueued or recorded.
#pragma once

#include "core/specialization/state.h"

#include <vector>

namespace ursa {

/// The kernel, and the arguments with the buffer, which is the last one.
struct Launch {
  SharedValues values; ///< holds the buffer; keep it until the launch is enqueued
  SharedKernel specialized;
  ur_kernel_handle_t kernel = nullptr;
  std::vector<ur_exp_kernel_arg_properties_t> args;

  uint32_t count() const { return static_cast<uint32_t>(args.size()); }
};

/// Takes the values that are in force now. UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX when the
/// arguments given name the buffer.
Result<Launch> prepareLaunch(ur_kernel_handle_t handle, KernelState &kernel, uint32_t numArgs,
                             const ur_exp_kernel_arg_properties_t *given);

} // namespace ursa
