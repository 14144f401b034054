// urAdapterGetLastError when it was the loader that failed.
//
// A call that the loader refuses (null handle, missing function, an intercept's own error) never
// reaches the adapter, whose last error would be about something else. So a failure that was
// raised in the loader is handed out first, once; after that the adapter answers again. The way
// through dispatch is a jump that does not see the adapter's result, and stays so: when a program
// ignores a refusal and then asks about an adapter's failure, its first question brings the
// refusal, which names the function, and the second one the adapter's sentence.
#pragma once

#include "core/dispatch/dispatch.h"
#include "core/support/last_error.h"

namespace ursa {

template <> struct Intercept<Function::urAdapterGetLastError> {
  static constexpr bool present = true;

  static ur_result_t call(ur_adapter_handle_t hAdapter, const char **ppMessage, int32_t *pError) {
    // Without a place for the answer the call itself is the failure.
    if (ppMessage && pError) {
      if (const auto error = takeUnaskedError()) {
        *ppMessage = error->message;
        *pError = static_cast<int32_t>(error->code);
        return UR_RESULT_SUCCESS;
      }
    }
    return passToAdapter<Function::urAdapterGetLastError>(hAdapter, ppMessage, pError);
  }
};

} // namespace ursa
