// Kernel launches: sizes and arguments are checked and copied, then recorded as dispatches. Smaller
// work-groups at the end of a dimension are separate dispatches, as are work-groups beyond the
// device's limit.
#pragma once

#include "adapters/common/launch.h"
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/queue/enqueue.h"

namespace ursa::vulkan {

struct LaunchSizes {
  uint32_t workDim = 1;
  std::array<uint32_t, 3> offset{};
  std::array<uint32_t, 3> global{1, 1, 1};
  std::array<uint32_t, 3> local{1, 1, 1};
};

/// The most work-items that a work-group of the kernel can have.
uint32_t maxWorkGroupSize(const ur_device_handle_t_ &device, const ImageKernel &kernel);

/// Checks and completes the sizes of a launch: a null local size becomes the kernel's required
/// size, otherwise one that suits the device.
Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device, const ImageKernel &kernel,
                                const adapter::NdRange &range);

/// Creates the work of a launch; null if a global size is 0. It retains what it uses: kernel and
/// buffers may be released at once.
WorkResult createLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments);

} // namespace ursa::vulkan
