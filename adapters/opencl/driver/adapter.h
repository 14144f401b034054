// The adapter object and its log.
#pragma once

#include "adapters/common/handle.h"
#include "support/log.h"

namespace ursa::opencl {

struct Adapter : adapter::HandleBase {
  /// Unlike other handles it starts with no reference: urAdapterGet adds them.
  Adapter() { references = 0; }
};

/// Returns the adapter object, which lives as long as the process.
ur_adapter_handle_t adapterHandle();

/// Returns the log of this adapter.
Log &log();

} // namespace ursa::opencl

struct ur_adapter_handle_t_ : ursa::opencl::Adapter {};
