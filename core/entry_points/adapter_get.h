// urAdapterGet, which has no handle to dispatch on.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

/// Queries every adapter.
template <> struct Intercept<Function::urAdapterGet> {
  static constexpr bool present = true;
  static ur_result_t call(uint32_t NumEntries, ur_adapter_handle_t *phAdapters,
                          uint32_t *pNumAdapters);
};

} // namespace ursa
