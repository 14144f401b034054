// Prepares the launch of a kernel with specialization constants for the adapter.
#pragma once

#include "core/intercepts/state.h"
#include "core/support/result.h"

#include <span>
#include <vector>

namespace ursa {

/// Returns the values that a launch uses now.
SharedValues valuesOf(const KernelState &kernel);

/// Returns the kernel that is launched instead, or null if it is the kernel itself.
SharedKernel specializedOf(const KernelState &kernel);

/// The kernel and the arguments, including the emulation buffer if the kernel has one.
struct Launch {
  SharedValues
      values; ///< keeps the buffer alive until the launch is enqueued; null without a buffer
  SharedKernel specialized;
  ur_kernel_handle_t kernel = nullptr;
  std::vector<ur_exp_kernel_arg_properties_t> withBuffer;
  std::span<const ur_exp_kernel_arg_properties_t> args; ///< the arguments above, or the caller's

  uint32_t count() const { return static_cast<uint32_t>(args.size()); }
};

/// Takes no lock, because every launch of a kernel with constants calls it.
/// @param given the caller's arguments, which must outlive the launch call
Result<Launch> prepareLaunch(ur_kernel_handle_t handle, const KernelState &kernel, uint32_t numArgs,
                             const ur_exp_kernel_arg_properties_t *given);

} // namespace ursa
