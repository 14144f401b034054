// The boundary between Result inside and result codes at the C ABI: the sentence of the last
// failure is kept for the calling thread, and no exception passes.
#pragma once

#include "core/support/result.h"

#include <exception>
#include <new>

namespace ursa {

/// Keeps the sentence for this thread and returns the code. Never throws.
ur_result_t reportError(const Error &error) noexcept;

/// The sentence of this thread's last failure, "" when there was none. Valid until the next
/// failure.
const char *lastErrorMessage() noexcept;

/// Forgets this thread's sentence.
void clearLastError() noexcept;

/// Runs a callable that returns Result<void> at the ABI: code out, sentence kept, nothing thrown.
template <class Callable> ur_result_t atBoundary(Callable &&callable) noexcept {
  try {
    if (Result<void> result = callable(); !result)
      return reportError(result.error());
    return UR_RESULT_SUCCESS;
  } catch (const std::bad_alloc &) {
    return reportError(Error{UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "Out of host memory."});
  } catch (const std::exception &exception) {
    return reportError(Error{UR_RESULT_ERROR_UNKNOWN, exception.what()});
  } catch (...) {
    return reportError(Error{UR_RESULT_ERROR_UNKNOWN, "Unknown failure."});
  }
}

} // namespace ursa
