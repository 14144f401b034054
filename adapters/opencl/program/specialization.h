// How values of specialization constants get into SPIR-V programs that the driver takes itself: set
// by clSetProgramSpecializationConstant if the probe found that the driver does it correctly,
// otherwise folded in SPIR-V.
//
// The adapter probes a driver once, with child processes (ursa-opencl-probe), so that a driver that
// crashes does not end the application. It stores the result in $XDG_CACHE_HOME/ursa/opencl-probe,
// one file per driver and device. If the probe is not beside the adapter, or the process runs with
// elevated privileges, the adapter does not probe and folds all constants in SPIR-V.
#pragma once

#include "adapters/opencl/program/program.h"
#include "format/toggles.h"

#include <mutex>
#include <span>

namespace ursa::opencl {

/// Returns the traits that a device's driver sets correctly. The first call may block for some
/// seconds if no result is stored. Thread safe. For sub-devices, returns the root device's traits.
spirv::Traits nativeTraits(const ur_device_handle_t_ &device);

/// Returns the toggles in force for a device; fold_spec_constants is among them if the driver sets
/// constants of some types wrongly. The first call may block as nativeTraits().
format::ToggleSet togglesOf(const ur_device_handle_t_ &device);

/// Implements urProgramSetSpecializationConstants: checks all values, then records them.
ur_result_t setSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants);

/// Returns whether the drivers of all devices would set these values.
bool driverSetsConstants(std::span<const ur_device_handle_t> devices, const spirv::Module &module,
                         const spirv::ConstantValues &values);

/// Creates an unbuilt program of SPIR-V with these values, for devices that accept SPIR-V directly.
Result<NativeProgram> createWithIl(cl_context context, std::span<const ur_device_handle_t> devices,
                                   const spirv::Module &module,
                                   const spirv::ConstantValues &values);

/// Like createWithIl, for modules without constants or with the default values.
Result<NativeProgram> createWithWords(cl_context context, const ur_device_handle_t_ &device,
                                      std::span<const uint32_t> words);

} // namespace ursa::opencl
