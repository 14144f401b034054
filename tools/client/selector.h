// Device selectors: "host:0" (backend and its index), "host" (its first) or "0" (place in the
// list).
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ursa::client {

/// The name that selectors use for a backend. Backends without a value of their own in the ABI are
/// called by the first word of their platform's name, in lower case.
std::string backendName(ur_backend_t backend, std::string_view platformName);

/// Index into @p selectors (each "backend:index") of the device that @p wanted names; empty takes
/// the first. Throws Failure when there is none.
size_t selectDevice(std::span<const std::string> selectors, std::string_view wanted);

} // namespace ursa::client
