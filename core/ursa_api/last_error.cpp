// ursaGetLastError: the last failure of the thread, whether the loader or an adapter refused.

#include "core/support/last_error.h"
#include "core/dispatch/fork_guard.h"
#include "core/loader/adapter_registry.h"
#include "core/ursa_api/own_functions.h"

namespace ursa {
namespace {

/// The last failure in an adapter of Ursa.
AdapterError lastAdapterError() {
  AdapterError last;
  for (const Adapter &adapter : adapterRegistry().adapters()) {
    AdapterError error;
    if (adapter.lastError)
      adapter.lastError(&error);
    if (error.time > last.time)
      last = error;
  }
  return last;
}

} // namespace

// A failure here leaves the sentence of the one that is asked about.
ur_result_t Intercept<Function::ursaGetLastError>::call(const char **ppMessage) {
  if (!ppMessage)
    return UR_RESULT_ERROR_INVALID_NULL_POINTER;
  const char *message = lastErrorMessage();
  try {
    if (checkNotForked("ursaGetLastError")) // else a thread that is gone may hold the lock
      if (const AdapterError error = lastAdapterError(); error.time > lastErrorTime())
        message = error.message;
  } catch (const std::exception &) {
    // Without memory for the list of adapters there is the loader's own sentence.
  }
  *ppMessage = message;
  return UR_RESULT_SUCCESS;
}

} // namespace ursa
