// The forms in which a device takes code, chosen when it is opened from what it says of itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct ur_device_handle_t_;

namespace ursa::opencl {

/// How a device takes SPIR-V.
enum class SpirvWay : uint8_t {
  None,
  Il,  ///< clCreateProgramWithIL
  Spir ///< LLVM bitcode of the extension cl_khr_spir, which the SPIR-V translator makes
};

SpirvWay spirvWayOf(const ur_device_handle_t_ &device);

/// The target strings of images that a device takes, best first.
std::vector<std::string> imageTargets(const ur_device_handle_t_ &device);

/// The forms in words, for people, with how specialization constants get their values in each. May
/// block for some seconds when it is asked for the first time (specialization.h).
std::string describeIntake(const ur_device_handle_t_ &device);

} // namespace ursa::opencl
