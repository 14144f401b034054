// The boundary between Result inside and result codes at the C ABI: the sentence of the last
// failure is kept for the calling thread, and no exception passes.
//
// A failure is "unasked" from the moment it is reported until takeUnaskedError hands it out or
// forgetUnaskedError drops it. The loader uses that to answer urAdapterGetLastError with its own
// sentence when the last failure was its own: see core/entry_points/last_error_intercept.h.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <exception>
#include <new>
#include <optional>

namespace ursa {

/// Keeps the sentence for this thread and returns the code. Never throws.
ur_result_t reportError(const Error &error) noexcept;
ur_result_t reportError(ur_result_t code, std::string_view sentence) noexcept;

/// The sentence of this thread's last failure, "" when there was none. Valid until the next
/// failure.
const char *lastErrorMessage() noexcept;

/// When this thread's last failure was reported, in nanoseconds of the clock that all libraries of
/// the process share; 0 when there was none.
uint64_t lastErrorTime() noexcept;

/// Forgets this thread's sentence.
void clearLastError() noexcept;

/// A failure as it is handed to a caller of the C ABI.
struct UnaskedError {
  ur_result_t code;
  const char *message; ///< valid until this thread's next failure
};

/// This thread's last failure, unless it was handed out or forgotten before.
std::optional<UnaskedError> takeUnaskedError() noexcept;

/// Says that something else failed since, and has its own sentence. lastErrorMessage stays.
void forgetUnaskedError() noexcept;

/// Runs a callable that returns Result<void> at the ABI: code out, sentence kept, nothing thrown.
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

} // namespace ursa
