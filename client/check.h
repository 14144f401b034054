// Turns results of C ABI calls into Failures with the sentence that the library kept.
#pragma once

#include "client/failure.h"
#include "ursa.h"

#include <string>
#include <string_view>

namespace ursa::client {

/// The library's sentence for @p result of a call that has just failed in this thread: the
/// loader's, else the adapter's, else the number of the result. @p adapter may be null.
std::string describeResult(ur_result_t result, ur_adapter_handle_t adapter = nullptr);

/// Throws "<doing> failed: <sentence>" unless @p result is success. @p doing begins a sentence, as
/// "Building the kernels for host:0".
void check(ur_result_t result, std::string_view doing, ur_adapter_handle_t adapter = nullptr);

} // namespace ursa::client
