// Launches: sizes, arguments, and the work of a launch.
#pragma once

#include "adapters/cuda/enqueue.h"
#include "adapters/cuda/kernel.h"

#include <array>
#include <span>

namespace ursa::cuda {

/// The sizes of a launch in three dimensions.
struct LaunchSizes {
  std::array<uint32_t, 3> groups{1, 1, 1}; ///< 0 if there is nothing to run
  std::array<uint32_t, 3> local{1, 1, 1};
  std::array<uint32_t, 3> offset{};

  bool isEmpty() const { return groups[0] == 0 || groups[1] == 0 || groups[2] == 0; }
  bool hasOffset() const { return offset[0] != 0 || offset[1] != 0 || offset[2] != 0; }
};

/// Checks the sizes of a launch, and chooses the local size if there is none. CUDA launches whole
/// work-groups, so local sizes divide global ones.
Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device,
                                const ur_kernel_handle_t_ &kernel, const Function &function,
                                const adapter::NdRange &range);

/// Checks the arguments and makes the work; null if there is nothing to run.
WorkResult createLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                        const adapter::NdRange &range,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments,
                        bool isCooperative);

/// Returns how many work-groups can run at once, 0 if one of them does not fit.
/// @param localBytes local memory of arguments
Result<uint32_t> maxCooperativeGroups(ur_device_handle_t_ &device, const Function &function,
                                      const LaunchSizes &sizes, size_t localBytes);

} // namespace ursa::cuda
