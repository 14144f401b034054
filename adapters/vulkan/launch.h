// A kernel launch: sizes and arguments are checked and copied, then recorded as dispatches. Groups
// at the end of a dimension that are smaller are dispatches of their own, and so is what exceeds
// the device's number of groups.
#pragma once

#include "adapters/vulkan/enqueue.h"
#include "adapters/vulkan/image.h"

namespace ursa::vulkan {

struct LaunchSizes {
  uint32_t workDim = 1;
  std::array<uint32_t, 3> offset{};
  std::array<uint32_t, 3> global{1, 1, 1};
  std::array<uint32_t, 3> local{1, 1, 1};
};

/// Work-items that a work-group of the kernel can have.
uint32_t mostGroupItems(const ur_device_handle_t_ &device, const ImageKernel &kernel);

/// Checks the sizes of a launch and completes them: a null local size becomes the kernel's required
/// size, else one that suits the device.
Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device, const ImageKernel &kernel,
                                uint32_t workDim, const size_t *globalOffset,
                                const size_t *globalSize, const size_t *localSize);

/// The work of a launch, null when a global size is 0 and there is nothing to run. Holds what it
/// needs: kernel and buffers may be released at once.
WorkResult makeLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
                      std::span<const ur_exp_kernel_arg_properties_t> arguments);

} // namespace ursa::vulkan
