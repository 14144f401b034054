// Assertions of fuzz targets. An invariant that does not hold ends the process, so that the fuzzer
// and the replay see it whatever NDEBUG says.
#pragma once

#include "support/result.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace ursa::fuzz {

inline void require(bool holds, const std::string &invariant, const char *file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (holds)
    return;
  std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, invariant.c_str());
  std::abort();
}

/// An error has the expected code and a full sentence.
inline void requireError(const Error &error, ur_result_t code, const char *file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
  require(error.code == code, "error code of: " + error.message, file, line);
  require(error.message.size() > 1 && error.message.back() == '.',
          "a full sentence: '" + error.message + "'", file, line);
}

} // namespace ursa::fuzz
