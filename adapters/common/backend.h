// The backend that an adapter reports. ur_backend_t has no value for every kind of device; the
// variable URSA_REPORT_BACKEND overrides the actual backend for applications that require another.
#pragma once

#include "ur_api.h"

namespace ursa::adapter {

/// Returns @p actual unless URSA_REPORT_BACKEND names another backend: level_zero, opencl, cuda,
/// hip, native_cpu, offload or unknown. Ignores any other value.
ur_backend_t reportedBackend(ur_backend_t actual);

} // namespace ursa::adapter
