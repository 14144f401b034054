// What adapters of Ursa tell the loader of the last failure in a thread. A call goes from the
// exported function straight to the adapter, so that the loader does not see its result: it
// compares times to know which failure was the last.
#pragma once

#include <cstdint>

namespace ursa {

struct AdapterError {
  uint64_t time = 0;             ///< as lastErrorTime(); 0: none in this thread
  const char *message = nullptr; ///< valid until the thread's next failure
};

/// The function that adapters export beside those of the ABI. It needs no handle, since the failure
/// may have been to make one.
using GetAdapterError = void(AdapterError *error);
inline constexpr const char *kGetAdapterError = "ursaAdapterGetError";

} // namespace ursa
