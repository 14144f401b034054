// What a launch of a kernel with specialization constants passes on to the adapter.
#pragma once

#include "core/intercepts/state.h"
#include "core/support/result.h"

#include <span>
#include <vector>

namespace ursa {

/// The values that a launch sees now.
SharedValues valuesOf(const KernelState &kernel);

/// The kernel that is launched instead; null when it is the kernel itself.
SharedKernel specializedOf(const KernelState &kernel);

/// The kernel, and the arguments, with the buffer where the kernel has one.
struct Launch {
  SharedValues values; ///< holds the buffer until the launch is enqueued; null without one
  SharedKernel specialized;
  ur_kernel_handle_t kernel = nullptr;
  std::vector<ur_exp_kernel_arg_properties_t> withBuffer;
  std::span<const ur_exp_kernel_arg_properties_t> args; ///< those above, or the caller's

  uint32_t count() const { return static_cast<uint32_t>(args.size()); }
};

/// Takes no lock, since every launch of a kernel with constants comes here.
/// @param given the caller's arguments, which must outlive the launch call
Result<Launch> prepareLaunch(ur_kernel_handle_t handle, const KernelState &kernel, uint32_t numArgs,
                             const ur_exp_kernel_arg_properties_t *given);

} // namespace ursa
