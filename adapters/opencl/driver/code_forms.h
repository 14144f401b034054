// The forms of code that a device accepts, chosen when the device is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct ur_device_handle_t_;

namespace ursa::opencl {

/// How a device accepts SPIR-V.
enum class SpirvSupport : uint8_t {
  None,
  Il,  ///< through clCreateProgramWithIL
  Spir ///< as LLVM bitcode of the extension cl_khr_spir, which the SPIR-V translator emits
};

SpirvSupport spirvSupportOf(const ur_device_handle_t_ &device);

/// Returns the target strings of the device images that a device accepts, best first.
std::vector<std::string> imageTargets(const ur_device_handle_t_ &device);

/// Returns a description for users of these forms and of how specialization constants get their
/// values in each. The first call may block for some seconds (specialization.h).
std::string describeCodeForms(const ur_device_handle_t_ &device);

} // namespace ursa::opencl
