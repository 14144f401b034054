// The retain and release functions of all objects that the last release deletes.
#pragma once

#include "adapters/common/handle.h"
#include "support/last_error.h"

namespace ursa::adapter {

/// Implements pfnRetain.
template <class Object> ur_result_t retainHandle(Object *handle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(handle, "to retain"));
    retain(handle);
    return {};
  });
}

/// Implements pfnRelease.
template <class Object> ur_result_t releaseHandle(Object *handle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(handle, "to release"));
    release(handle);
    return {};
  });
}

} // namespace ursa::adapter
