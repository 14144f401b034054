// Sizes and kinds of arguments of a launch, without its data: what a device that compiles at launch
// needs to compile a kernel before it is launched.
#pragma once

#include "ur_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ursa::core::tiers {

struct LaunchShape {
  uint32_t workDim = 0;
  std::array<size_t, 3> global{};
  std::array<size_t, 3> local{};
  bool hasLocal = false;
  std::vector<ur_exp_kernel_arg_properties_t> args; ///< their values are not used

  /// @param local null lets the adapter choose
  static LaunchShape of(uint32_t workDim, const size_t *global, const size_t *local,
                        std::span<const ur_exp_kernel_arg_properties_t> args);

  /// Lets the device compile a kernel for launches of this shape: records such a launch, with null
  /// pointers, into a command buffer that is never executed. Without success the launch compiles.
  void compile(ur_context_handle_t context, ur_device_handle_t device,
               ur_kernel_handle_t kernel) const;
};

/// Returns whether a device compiles at launch: support/launch_compilation.h.
bool compilesAtLaunch(ur_device_handle_t device);

} // namespace ursa::core::tiers
