// How values of specialization constants get into SPIR-V programs that the driver takes itself: set
// by clSetProgramSpecializationConstant where the driver was seen to do it right, else fixed in the
// words.
//
// The driver is tried once: by ursa-opencl-probe, child processes, so that a driver which crashes
// takes no application with it. What they find is kept in $XDG_CACHE_HOME/ursa/opencl-probe, a file
// for each driver and device. Where the program is not beside the adapter, or the environment is
// that of a program with raised rights, nothing is tried and all constants are fixed in the words.
#pragma once

#include "adapters/opencl/program.h"

#include <mutex>
#include <span>

namespace ursa::opencl {

/// What a device's driver sets right. Asked for the first time it may block for some seconds, when
/// nothing is kept. Thread safe. For sub-devices that of their root.
spirv::Traits nativeTraits(const ur_device_handle_t_ &device);

/// urProgramSetSpecializationConstants: notes the values, after all were checked.
ur_result_t setSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants);

/// Whether values would be set by the driver on all devices.
bool isSetByDriver(std::span<const ur_device_handle_t> devices, const spirv::Module &module,
                   const spirv::ConstantValues &values);

/// A program of SPIR-V with these values, not built, for devices that take SPIR-V as it is.
Result<NativeProgram> createWithIl(cl_context context, std::span<const ur_device_handle_t> devices,
                                   const spirv::Module &module,
                                   const spirv::ConstantValues &values);

/// The same of words that have no constants, or are to keep the defaults of theirs.
Result<NativeProgram> createWithWords(cl_context context, const ur_device_handle_t_ &device,
                                      std::span<const uint32_t> words);

} // namespace ursa::opencl
