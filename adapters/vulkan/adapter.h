// The adapter object, and what of it the rest of the adapter needs.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/log.h"

struct ur_adapter_handle_t_ : ursa::adapter::HandleBase {};

namespace ursa::vulkan {

/// The one adapter. It lives as long as the process.
ur_adapter_handle_t adapterHandle();

/// Messages of this adapter.
Log &log();

} // namespace ursa::vulkan
