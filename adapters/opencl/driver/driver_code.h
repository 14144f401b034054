// The code of a platform's driver, for the keys of caches.
#pragma once

#include "adapters/opencl/driver/cl.h"

#include <string>

namespace ursa::opencl {

/// Returns text that identifies the driver's library and those that it needs, such as its compiler:
/// its version alone does not change with them. Empty if the driver does not tell.
std::string driverCode(cl_platform_id platform);

} // namespace ursa::opencl
