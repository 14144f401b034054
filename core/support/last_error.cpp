#include "core/support/last_error.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace ursa {
namespace {

// Plain data: trivially destructible, so that static destructors can use it, and without
// allocations, so that running out of memory can be reported.
thread_local char lastSentence[2048];
thread_local ur_result_t lastCode;
thread_local bool unasked;
thread_local uint64_t lastTime;

} // namespace

ur_result_t reportError(ur_result_t code, std::string_view sentence) noexcept {
  const size_t length = std::min(sentence.size(), sizeof(lastSentence) - 1);
  std::memmove(lastSentence, sentence.data(), length); // the arguments may overlap
  lastSentence[length] = '\0';
  lastCode = code;
  unasked = true;
  lastTime = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return code;
}

ur_result_t reportError(const Error &error) noexcept {
  return reportError(error.code, error.message);
}

const char *lastErrorMessage() noexcept { return lastSentence; }

uint64_t lastErrorTime() noexcept { return lastTime; }

void clearLastError() noexcept {
  lastSentence[0] = '\0';
  unasked = false;
  lastTime = 0;
}

std::optional<UnaskedError> takeUnaskedError() noexcept {
  if (!unasked)
    return std::nullopt;
  unasked = false;
  return UnaskedError{lastCode, lastSentence};
}

void forgetUnaskedError() noexcept { unasked = false; }

} // namespace ursa
