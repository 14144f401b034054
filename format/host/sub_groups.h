// The sizes of sub-groups on the host.
#pragma once

#include <cstdint>

namespace ursa::format::host {

/// The largest one. All are powers of two.
inline constexpr uint32_t kMaxSubGroupSize = 64;

} // namespace ursa::format::host
