// The last error of an adapter of Ursa, as the adapter reports it to the loader. Calls go from the
// exported function directly to the adapter, so the loader does not see results: it compares times
// to find the most recent failure.
#pragma once

#include <cstdint>

namespace ursa::inline support {

struct AdapterError {
  uint64_t time = 0;             ///< see lastErrorTime(); 0: none in this thread
  const char *message = nullptr; ///< valid until the thread's next failure
};

/// The function that adapters export in addition to those of the ABI. It takes no handle, because
/// the creation of a handle may be what failed.
using GetAdapterError = void(AdapterError *error);
inline constexpr const char *kGetAdapterError = "ursaAdapterGetError";

} // namespace ursa::inline support
