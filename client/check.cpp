// Describes failed calls.
#include "client/check.h"

namespace ursa::client {

std::string describeResult(ur_result_t result, ur_adapter_handle_t adapter) {
  const char *message = nullptr;
  if (ursaGetLastError(&message) == UR_RESULT_SUCCESS && message && *message)
    return message;
  int32_t adapterCode = 0;
  if (adapter && urAdapterGetLastError(adapter, &message, &adapterCode) == UR_RESULT_SUCCESS &&
      message && *message)
    return message;
  return fmt::format("The result was UR error {}.", static_cast<int>(result));
}

void check(ur_result_t result, std::string_view doing, ur_adapter_handle_t adapter) {
  if (result != UR_RESULT_SUCCESS)
    fail("{} failed: {}", doing, describeResult(result, adapter));
}

} // namespace ursa::client
