// Device selectors: "host:0" (adapter and index among its devices), "host" (its first device) or
// "0" (position in the list). Also the names of backends, which differ from adapters: two adapters
// may have the same backend.
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ursa::client {

/// "native_cpu", "opencl", …; "unknown" for a backend without a value of its own in the ABI.
std::string_view backendName(ur_backend_t backend);

/// Returns the index into @p selectors (each "adapter:index") of the device that @p wanted names;
/// the first if it is empty. Throws Failure if there is none.
size_t selectDevice(std::span<const std::string> selectors, std::string_view wanted);

} // namespace ursa::client
