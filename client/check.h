// Converts results of C ABI calls to Failures with the library's message.
#pragma once

#include "client/failure.h"
#include "ursa.h"

#include <string>
#include <string_view>

namespace ursa::client {

/// Returns the message for @p result of a call that has just failed in this thread: the loader's,
/// otherwise the adapter's, otherwise the number of the result. @p adapter may be null.
std::string describeResult(ur_result_t result, ur_adapter_handle_t adapter = nullptr);

/// Throws "<doing> failed: <message>" unless @p result is success. @p doing begins a sentence, for
/// example "Building the kernels for host:0".
void check(ur_result_t result, std::string_view doing, ur_adapter_handle_t adapter = nullptr);

} // namespace ursa::client
