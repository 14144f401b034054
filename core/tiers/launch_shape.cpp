#include "core/tiers/launch_shape.h"

#include "core/dispatch/adapter_calls.h"
#include "support/launch_compilation.h"

#include <algorithm>

namespace ursa::core::tiers {

using api::Function;
using dispatch::callAdapter;

LaunchShape LaunchShape::of(uint32_t workDim, const size_t *global, const size_t *local,
                            std::span<const ur_exp_kernel_arg_properties_t> args) {
  LaunchShape shape;
  shape.workDim = workDim;
  std::copy_n(global, workDim, shape.global.begin());
  shape.hasLocal = local != nullptr;
  if (local)
    std::copy_n(local, workDim, shape.local.begin());
  shape.args.assign(args.begin(), args.end());
  return shape;
}

void LaunchShape::compile(ur_context_handle_t context, ur_device_handle_t device,
                          ur_kernel_handle_t kernel) const {
  size_t largest = 0;
  for (const ur_exp_kernel_arg_properties_t &arg : args)
    largest = std::max(largest, arg.size);
  const std::vector<std::byte> zeros(largest);
  std::vector<ur_exp_kernel_arg_properties_t> given = args;
  for (ur_exp_kernel_arg_properties_t &arg : given) {
    arg.pNext = nullptr;
    arg.value = {};
    if (arg.type == UR_EXP_KERNEL_ARG_TYPE_VALUE)
      arg.value.value = zeros.data();
    if (arg.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER)
      return; // there is no null sampler
  }
  ur_exp_command_buffer_desc_t description{};
  description.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC;
  ur_exp_command_buffer_handle_t recorded = nullptr;
  if (callAdapter<Function::urCommandBufferCreateExp>(context, device, &description, &recorded) !=
      UR_RESULT_SUCCESS)
    return;
  constexpr std::array<size_t, 3> kNoOffset{};
  (void)callAdapter<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(
      recorded, kernel, workDim, kNoOffset.data(), global.data(), hasLocal ? local.data() : nullptr,
      static_cast<uint32_t>(given.size()), given.data(), 0, nullptr, 0, nullptr, 0, nullptr,
      nullptr, nullptr, nullptr);
  (void)callAdapter<Function::urCommandBufferReleaseExp>(recorded);
}

bool compilesAtLaunch(ur_device_handle_t device) {
  ur_bool_t answer = false;
  return callAdapter<Function::urDeviceGetInfo>(device, kCompilesAtLaunch, sizeof(answer), &answer,
                                                nullptr) == UR_RESULT_SUCCESS &&
         answer;
}

} // namespace ursa::core::tiers
