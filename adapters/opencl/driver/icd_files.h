// Reads the files that name the drivers (ICDs) to report why a driver is missing: the ICD loader
// silently skips those that it cannot open.
#pragma once

#include <string>
#include <vector>

namespace ursa::opencl {

/// Returns a sentence for each registered driver that cannot be opened. Call only after the ICD
/// loader opened its drivers. Thread safe.
std::vector<std::string> brokenIcds();

} // namespace ursa::opencl
