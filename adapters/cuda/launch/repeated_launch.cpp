#include "adapters/cuda/launch/repeated_launch.h"

#include "adapters/cuda/driver/native_context.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

using adapter::NdRange;

struct LastLaunch {
  uint64_t form = 0; ///< of the kernel; 0: there is none
  ur_device_handle_t device = nullptr;
  uint32_t workDim = 0;
  bool hasLocal = false; ///< the application gave the local size
  std::array<size_t, 3> global{};
  std::array<size_t, 3> local{};
  CUfunction function = nullptr;
  LaunchSizes sizes;
};
constinit thread_local LastLaunch lastLaunch;

bool hasOffset(const NdRange &range) {
  return range.offset && std::any_of(range.offset, range.offset + range.workDim,
                                     [](size_t offset) { return offset != 0; });
}

bool hasSizes(const LastLaunch &last, const NdRange &range) {
  if (range.workDim != last.workDim || (range.local != nullptr) != last.hasLocal ||
      hasOffset(range))
    return false;
  for (uint32_t d = 0; d < range.workDim; ++d)
    if (range.global[d] != last.global[d] || (range.local && range.local[d] != last.local[d]))
      return false;
  return true;
}

} // namespace

bool RepeatedLaunch::matches(ur_device_handle_t device, ur_kernel_handle_t_ &kernel,
                             const NdRange &range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const LastLaunch &last = lastLaunch;
  if (last.form != kernel.form || last.device != device || !hasSizes(last, range) ||
      arguments.size() != kernel.parameters->size())
    return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ur_exp_kernel_arg_properties_t &argument = arguments[i];
    if (argument.index != i || !isUsualArgument((*kernel.parameters)[i], argument))
      return false;
    if (argument.type == UR_EXP_KERNEL_ARG_TYPE_POINTER)
      arguments_[i] = const_cast<const void **>(&argument.value.pointer);
    else if (argument.type == UR_EXP_KERNEL_ARG_TYPE_VALUE)
      arguments_[i] = const_cast<void *>(argument.value.value);
    else
      return false;
  }
  kernel_ = &kernel;
  return true;
}

Result<void> RepeatedLaunch::submit(Submission &at) const {
  const LastLaunch &last = lastLaunch;
  const auto &[x, y, z] = last.sizes.groups;
  const auto &[lx, ly, lz] = last.sizes.local;
  at.stream.launches.add(kernel_->keptName, at.stream.issued);
  at.batch.hold(kernel_);
  return at.native.check(cu().cuLaunchKernel(last.function, x, y, z, lx, ly, lz, 0,
                                             at.stream.native,
                                             const_cast<void **>(arguments_.data()), nullptr),
                         "cuLaunchKernel");
}

void RepeatedLaunch::remember(ur_device_handle_t device, const ur_kernel_handle_t_ &kernel,
                              const NdRange &range, const Launch &launch) {
  LastLaunch &last = lastLaunch;
  last.form = 0;
  if (!launch.isRepeatable() || !kernel.parameters || kernel.parameters->size() > kMostArguments)
    return;
  last = {kernel.form, device, range.workDim,     range.local != nullptr,
          {},          {},     launch.function(), launch.sizes()};
  std::copy_n(range.global, range.workDim, last.global.begin());
  if (range.local)
    std::copy_n(range.local, range.workDim, last.local.begin());
}

} // namespace ursa::cuda
