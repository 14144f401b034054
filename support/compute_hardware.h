// Whether this machine may have processors besides its CPU, told without a driver, which can take a
// tenth of a second to open.
#pragma once

#include <filesystem>

namespace ursa::inline support {

/// Returns whether there are device nodes of GPUs or other accelerators, or OpenCL devices of other
/// machines (POCL_DEVICES). True for kinds of hardware that Linux gives such nodes:
/// /dev/dri/renderD*, /dev/accel, and those of drivers with names of their own; and for NVIDIA's on
/// PCI, whose driver makes nodes later.
/// @param root the folder of dev and sys, for tests
bool hasComputeHardware(const std::filesystem::path &root = "/");

} // namespace ursa::inline support
