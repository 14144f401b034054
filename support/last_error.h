// The boundary between Result, used internally, and result codes of the C ABI: stores the message
// of the last failure for the calling thread, and stops exceptions.
//
// A failure is "pending" from its report until takePendingError returns it or dropPendingError
// drops it. The loader uses this to answer urAdapterGetLastError with its own message if the last
// failure was its own: see core/entry_points/last_error_intercept.cpp.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <exception>
#include <new>
#include <optional>

namespace ursa::inline support {

/// Stores the message for this thread and returns the code. Never throws.
ur_result_t reportError(const Error &error) noexcept;
ur_result_t reportError(ur_result_t code, std::string_view sentence) noexcept;

/// Returns the message of this thread's last failure, "" if there was none. Valid until the next
/// failure.
const char *lastErrorMessage() noexcept;

/// Returns the time of this thread's last failure, in nanoseconds of the clock that all libraries
/// of the process share; 0 if there was none.
uint64_t lastErrorTime() noexcept;

/// Clears this thread's message.
void clearLastError() noexcept;

/// A failure in the form for a caller of the C ABI.
struct PendingError {
  ur_result_t code;
  const char *message; ///< valid until this thread's next failure
};

/// Returns this thread's last failure, unless it was already taken or dropped.
std::optional<PendingError> takePendingError() noexcept;

/// Drops the pending error because a later failure has its own message. lastErrorMessage is
/// unchanged.
void dropPendingError() noexcept;

/// Runs a callable that returns Result<void> and converts the result for the ABI: returns the code,
/// stores the message, and throws nothing.
template <class Callable> ur_result_t atBoundary(Callable &&callable) noexcept {
  try {
    if (Result<void> result = callable(); !result)
      return reportError(result.error());
    return UR_RESULT_SUCCESS;
  } catch (const std::bad_alloc &) {
    return reportError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "Out of host memory.");
  } catch (const std::exception &exception) {
    return reportError(UR_RESULT_ERROR_UNKNOWN, exception.what());
  } catch (...) {
    return reportError(UR_RESULT_ERROR_UNKNOWN, "An exception of unknown type was thrown.");
  }
}

} // namespace ursa::inline support
