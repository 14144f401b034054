// The files that name the drivers (ICDs), read to tell why one of them is not there: the ICD loader
// leaves out what it cannot open and says nothing.
#pragma once

#include <string>
#include <vector>

namespace ursa::opencl {

/// A sentence for each driver that the ICD loader was told of and that cannot be opened. To be
/// asked when it has opened its drivers. Thread safe.
std::vector<std::string> brokenIcds();

} // namespace ursa::opencl
