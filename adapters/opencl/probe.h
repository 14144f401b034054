// Tries whether a driver sets specialization constants right. It is run by a program of its own,
// ursa-opencl-probe: there are drivers that end the process on a value that they do not expect.
#pragma once

#include "adapters/opencl/cl.h"
#include "core/spirv/module.h"

namespace ursa::opencl {

/// The last line of the program's output.
inline constexpr const char *kProbeYes = "sets constants: yes\n";
inline constexpr const char *kProbeNo = "sets constants: no\n";
inline constexpr const char *kProbeNoDevice = "no such device\n";

/// What tells a device and its driver from others, in lines; empty when the driver does not say.
std::string identityOf(cl_device_id device);

/// Whether a program whose constants have these traits gets the values that are set by
/// clSetProgramSpecializationConstant: it is built and run.
bool setsConstants(cl_device_id device, spirv::Traits traits);

} // namespace ursa::opencl
