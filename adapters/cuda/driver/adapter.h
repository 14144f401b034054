// The adapter object and its log.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/log.h"

struct ur_adapter_handle_t_ : ursa::adapter::HandleBase {
  /// Unlike other handles it starts with no reference: urAdapterGet adds them.
  ur_adapter_handle_t_() { references = 0; }
};

namespace ursa::cuda {

/// Returns the adapter object, which lives as long as the process.
ur_adapter_handle_t adapterHandle();

/// Returns the log of this adapter.
Log &log();

} // namespace ursa::cuda
