// Probes whether a driver sets specialization constants correctly. A separate program,
// ursa-opencl-probe, runs this, because some drivers crash on values that they do not expect.
#pragma once

#include "adapters/opencl/driver/cl.h"
#include "spirv/module.h"

namespace ursa::opencl {

/// The possible last lines of the program's output.
inline constexpr const char *kProbeYes = "sets constants: yes\n";
inline constexpr const char *kProbeNo = "sets constants: no\n";
inline constexpr const char *kProbeNoDevice = "no such device\n";

/// Returns lines that identify a device and its driver; empty if the driver does not report them.
std::string identityOf(cl_device_id device);

/// Builds and runs a program whose constants have these traits. Returns whether it sees the values
/// that clSetProgramSpecializationConstant sets.
bool setsConstants(cl_device_id device, spirv::Traits traits);

} // namespace ursa::opencl
