#include "support/last_error.h"

#include "support/readable_names.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace ursa::inline support {
namespace {

// Plain data: trivially destructible, so that static destructors can use it, and without
// allocations, so that running out of memory can be reported.
thread_local char lastSentence[2048];
thread_local ur_result_t lastCode;
thread_local bool pending;
thread_local uint64_t lastTime;

} // namespace

ur_result_t reportError(ur_result_t code, std::string_view sentence) noexcept {
  const size_t length = std::min(sentence.size(), sizeof(lastSentence) - 1);
  std::memmove(lastSentence, sentence.data(), length); // the arguments may overlap
  lastSentence[length] = '\0';
  lastCode = code;
  pending = true;
  lastTime = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return code;
}

ur_result_t reportError(const Error &error) noexcept {
  try {
    return reportError(error.code, withReadableNames(error.message));
  } catch (const std::bad_alloc &) {
    return reportError(error.code, error.message);
  }
}

const char *lastErrorMessage() noexcept { return lastSentence; }

uint64_t lastErrorTime() noexcept { return lastTime; }

void clearLastError() noexcept {
  lastSentence[0] = '\0';
  pending = false;
  lastTime = 0;
}

std::optional<PendingError> takePendingError() noexcept {
  if (!pending)
    return std::nullopt;
  pending = false;
  return PendingError{lastCode, lastSentence};
}

void dropPendingError() noexcept { pending = false; }

} // namespace ursa::inline support
