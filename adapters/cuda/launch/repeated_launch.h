// Launches that differ from this thread's last one in the values of their arguments only, as most
// in loops do. They are not checked again, and the driver reads the arguments from the
// application's memory.
#pragma once

#include "adapters/cuda/launch/launch.h"

#include <array>
#include <span>

namespace ursa::cuda {

class RepeatedLaunch {
public:
  /// Returns whether this is such a launch, without local memory, buffers and images among the
  /// arguments, and surely valid. Then it can be submitted, while kernel and arguments exist.
  bool matches(ur_device_handle_t device, ur_kernel_handle_t_ &kernel,
               const adapter::NdRange &range,
               std::span<const ur_exp_kernel_arg_properties_t> arguments);

  /// Submits the launch to a stream, which retains the kernel.
  Result<void> submit(Submission &at) const;

  /// Remembers a prepared launch as the thread's last one.
  static void remember(ur_device_handle_t device, const ur_kernel_handle_t_ &kernel,
                       const adapter::NdRange &range, const Launch &launch);

private:
  static constexpr size_t kMostArguments = 32;

  ur_kernel_handle_t kernel_ = nullptr;
  std::array<void *, kMostArguments> arguments_; // those of the kernel are set
};

} // namespace ursa::cuda
