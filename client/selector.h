// Device selectors: "host:0" (adapter and index among its devices), "host" (its first) or "0"
// (place in the list). And the names of backends, which are something else: two adapters may have
// the same.
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ursa::client {

/// "native_cpu", "opencl", …; "unknown" for a backend without a value of its own in the ABI.
std::string_view backendName(ur_backend_t backend);

/// Index into @p selectors (each "adapter:index") of the device that @p wanted names; empty takes
/// the first. Throws Failure when there is none.
size_t selectDevice(std::span<const std::string> selectors, std::string_view wanted);

} // namespace ursa::client
