// Intercepts of the UR functions that specialization handles before the adapter. Through them,
// programs created from a container of device images, and their kernels, support specialization
// constants on every device. So do kernels of plain SPIR-V programs if the device specializes
// programs. All other calls pass after one relaxed load.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

/// Declares the intercept of a function, which intercepts.cpp or command_buffer_intercepts.cpp
/// defines.
#define URSA_INTERCEPT(function, ...)                                                              \
  template <> struct Intercept<Function::function> {                                               \
    static constexpr bool present = true;                                                          \
    static ur_result_t call(__VA_ARGS__);                                                          \
  };

URSA_INTERCEPT(urDeviceGetInfo, ur_device_handle_t, ur_device_info_t, size_t, void *, size_t *)

URSA_INTERCEPT(urProgramCreateWithIL, ur_context_handle_t, const void *, size_t,
               const ur_program_properties_t *, ur_program_handle_t *)
URSA_INTERCEPT(urProgramCreateWithBinary, ur_context_handle_t, uint32_t, ur_device_handle_t *,
               size_t *, const uint8_t **, const ur_program_properties_t *, ur_program_handle_t *)
URSA_INTERCEPT(urProgramRetain, ur_program_handle_t)
URSA_INTERCEPT(urProgramRelease, ur_program_handle_t)
URSA_INTERCEPT(urProgramBuild, ur_context_handle_t, ur_program_handle_t, const char *)
URSA_INTERCEPT(urProgramBuildExp, ur_program_handle_t, uint32_t, ur_device_handle_t *,
               ur_exp_program_flags_t, const char *)
URSA_INTERCEPT(urProgramSetSpecializationConstants, ur_program_handle_t, uint32_t,
               const ur_specialization_constant_info_t *)

URSA_INTERCEPT(urKernelCreate, ur_program_handle_t, const char *, ur_kernel_handle_t *)
URSA_INTERCEPT(urKernelRetain, ur_kernel_handle_t)
URSA_INTERCEPT(urKernelRelease, ur_kernel_handle_t)
URSA_INTERCEPT(urKernelGetInfo, ur_kernel_handle_t, ur_kernel_info_t, size_t, void *, size_t *)
URSA_INTERCEPT(urKernelGetGroupInfo, ur_kernel_handle_t, ur_device_handle_t, ur_kernel_group_info_t,
               size_t, void *, size_t *)
URSA_INTERCEPT(urKernelGetSubGroupInfo, ur_kernel_handle_t, ur_device_handle_t,
               ur_kernel_sub_group_info_t, size_t, void *, size_t *)
URSA_INTERCEPT(urKernelSetExecInfo, ur_kernel_handle_t, ur_kernel_exec_info_t, size_t,
               const ur_kernel_exec_info_properties_t *, const void *)
URSA_INTERCEPT(urKernelSetSpecializationConstants, ur_kernel_handle_t, uint32_t,
               const ur_specialization_constant_info_t *)
URSA_INTERCEPT(urKernelGetSuggestedLocalWorkSize, ur_kernel_handle_t, ur_queue_handle_t, uint32_t,
               const size_t *, const size_t *, size_t *)
URSA_INTERCEPT(urKernelSuggestMaxCooperativeGroupCount, ur_kernel_handle_t, ur_device_handle_t,
               uint32_t, const size_t *, size_t, uint32_t *)
URSA_INTERCEPT(urKernelGetSuggestedLocalWorkSizeWithArgs, ur_kernel_handle_t, ur_queue_handle_t,
               uint32_t, const size_t *, const size_t *, uint32_t,
               const ur_exp_kernel_arg_properties_t *, size_t *)

URSA_INTERCEPT(urCommandBufferCreateExp, ur_context_handle_t, ur_device_handle_t,
               const ur_exp_command_buffer_desc_t *, ur_exp_command_buffer_handle_t *)
URSA_INTERCEPT(urCommandBufferRetainExp, ur_exp_command_buffer_handle_t)
URSA_INTERCEPT(urCommandBufferReleaseExp, ur_exp_command_buffer_handle_t)
URSA_INTERCEPT(urCommandBufferAppendKernelLaunchExp, ur_exp_command_buffer_handle_t,
               ur_kernel_handle_t, uint32_t, const size_t *, const size_t *, const size_t *,
               uint32_t, ur_kernel_handle_t *, uint32_t, const ur_exp_command_buffer_sync_point_t *,
               uint32_t, const ur_event_handle_t *, ur_exp_command_buffer_sync_point_t *,
               ur_event_handle_t *, ur_exp_command_buffer_command_handle_t *)
URSA_INTERCEPT(urCommandBufferAppendKernelLaunchWithArgsExp, ur_exp_command_buffer_handle_t,
               ur_kernel_handle_t, uint32_t, const size_t *, const size_t *, const size_t *,
               uint32_t, const ur_exp_kernel_arg_properties_t *, uint32_t, ur_kernel_handle_t *,
               uint32_t, const ur_exp_command_buffer_sync_point_t *, uint32_t,
               const ur_event_handle_t *, ur_exp_command_buffer_sync_point_t *, ur_event_handle_t *,
               ur_exp_command_buffer_command_handle_t *)
URSA_INTERCEPT(urCommandBufferUpdateKernelLaunchExp, ur_exp_command_buffer_handle_t, uint32_t,
               const ur_exp_command_buffer_update_kernel_launch_desc_t *)

template <> struct Intercept<Function::urEnqueueKernelLaunchWithArgsExp> {
  static constexpr bool present = true;
  static ur_result_t call(ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *,
                          const size_t *, const size_t *, uint32_t,
                          const ur_exp_kernel_arg_properties_t *,
                          const ur_kernel_launch_ext_properties_t *, uint32_t,
                          const ur_event_handle_t *, ur_event_handle_t *);
  static ur_result_t afterLayers(ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *,
                                 const size_t *, const size_t *, uint32_t,
                                 const ur_exp_kernel_arg_properties_t *,
                                 const ur_kernel_launch_ext_properties_t *, uint32_t,
                                 const ur_event_handle_t *, ur_event_handle_t *);
};

#undef URSA_INTERCEPT

} // namespace ursa
