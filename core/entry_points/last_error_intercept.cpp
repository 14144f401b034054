// urAdapterGetLastError after the loader itself has failed a call.
//
// A call that the loader rejects (null handle, missing function, error of an intercept) never
// reaches the adapter, so the adapter's last error would describe another call. The intercept
// therefore first returns the pending error of the loader, once; after that the adapter answers
// again. Dispatch stays a jump that does not see the adapter's result. If a program ignores an
// error of the loader and later queries a failure of an adapter, its first query thus returns the
// loader's error, which names the function, and the second query returns the adapter's message.
#include "core/dispatch/dispatch.h"
#include "support/last_error.h"

namespace ursa::core::entry_points {

ur_result_t urAdapterGetLastError(ur_adapter_handle_t hAdapter, const char **ppMessage,
                                  int32_t *pError) {
  // If there is no output parameter for the answer, this call itself fails.
  if (ppMessage && pError) {
    if (const auto error = takePendingError()) {
      *ppMessage = error->message;
      *pError = static_cast<int32_t>(error->code);
      return UR_RESULT_SUCCESS;
    }
  }
  return dispatch::passToAdapter<api::Function::urAdapterGetLastError>(hAdapter, ppMessage, pError);
}

} // namespace ursa::core::entry_points
