// The adapter object, and the functions of it that the rest of the adapter uses.
#pragma once

#include "adapters/common/handle.h"
#include "support/log.h"

namespace ursa::vulkan {

struct Adapter : adapter::HandleBase {
  /// Unlike other handles it starts with no reference: urAdapterGet adds them.
  Adapter() { references = 0; }
};

/// The single adapter object. It lives as long as the process.
ur_adapter_handle_t adapterHandle();

/// The log of this adapter.
Log &log();

} // namespace ursa::vulkan

struct ur_adapter_handle_t_ : ursa::vulkan::Adapter {};
