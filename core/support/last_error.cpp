#include "core/support/last_error.h"

#include <cstring>

namespace ursa {
namespace {

// A plain buffer: trivially destructible, so that it can be used from static destructors, and never
// in need of memory, so that running out of it can be reported.
thread_local char sentence[2048];

} // namespace

ur_result_t reportError(const Error &error) noexcept {
  const size_t length = std::min(error.message.size(), sizeof(sentence) - 1);
  std::memcpy(sentence, error.message.data(), length);
  sentence[length] = '\0';
  return error.code;
}

const char *lastErrorMessage() noexcept { return sentence; }

void clearLastError() noexcept { sentence[0] = '\0'; }

} // namespace ursa
