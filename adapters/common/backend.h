// Which backend an adapter reports. The enumeration has no value for every kind of device; the
// variable URSA_REPORT_BACKEND overrides the honest answer for consumers that insist on another.
#pragma once

#include "ur_api.h"

namespace ursa::adapter {

/// @p honest unless URSA_REPORT_BACKEND names another: level_zero, opencl, cuda, hip, native_cpu,
/// offload or unknown. Any other word is ignored.
ur_backend_t reportedBackend(ur_backend_t honest);

} // namespace ursa::adapter
