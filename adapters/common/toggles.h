// The toggles that an adapter's devices have (format/toggles.h).
#pragma once

#include "format/toggles.h"

namespace ursa::adapter {

/// Returns the toggles that URSA_TOGGLES turns on and off. The loader reports what is wrong in the
/// variable.
format::ToggleOverrides toggleOverrides();

} // namespace ursa::adapter
