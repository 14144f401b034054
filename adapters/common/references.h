// Retain and release, the same for every object whose last reference deletes it.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/last_error.h"

namespace ursa::adapter {

/// For a table's pfnRetain.
template <class Object> ur_result_t retainHandle(Object *handle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(handle, "to retain"));
    retain(handle);
    return {};
  });
}

/// For a table's pfnRelease.
template <class Object> ur_result_t releaseHandle(Object *handle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(handle, "to release"));
    release(handle);
    return {};
  });
}

} // namespace ursa::adapter
