// ursaGetLastError: the last failure of the thread, in the loader or in an adapter.

#include "support/last_error.h"
#include "core/dispatch/fork_guard.h"
#include "core/dispatch/intercepts.h"
#include "core/loader/adapter_registry.h"

namespace ursa::core::ursa_api {
namespace {

/// Returns the last failure in an adapter of Ursa.
AdapterError lastAdapterError() {
  AdapterError last;
  for (const loader::Adapter &adapter : loader::adapterRegistry().adapters()) {
    AdapterError error;
    if (adapter.lastError)
      adapter.lastError(&error);
    if (error.time > last.time)
      last = error;
  }
  return last;
}

} // namespace

// If this call fails, it keeps the message of the queried failure.
ur_result_t ursaGetLastError(const char **ppMessage) {
  if (!ppMessage)
    return UR_RESULT_ERROR_INVALID_NULL_POINTER;
  const char *message = lastErrorMessage();
  try {
    if (dispatch::checkNotForked("ursaGetLastError")) // in a forked child, a thread that no longer
                                                      // exists may hold the lock
      if (const AdapterError error = lastAdapterError(); error.time > lastErrorTime())
        message = error.message;
  } catch (const std::exception &) {
    // If there is no memory for the list of adapters, returns the loader's own message.
  }
  *ppMessage = message;
  return UR_RESULT_SUCCESS;
}

} // namespace ursa::core::ursa_api
