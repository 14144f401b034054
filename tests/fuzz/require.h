// What fuzz targets assert. An invariant that does not hold ends the process, so that the fuzzer
// and the replay see it whatever NDEBUG says.
#pragma once

#include "core/support/result.h"

#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string>

namespace ursa::fuzz {

inline void require(bool holds, const std::string &invariant,
                    std::source_location where = std::source_location::current()) {
  if (holds)
    return;
  std::fprintf(stderr, "%s:%u: does not hold: %s\n", where.file_name(),
               static_cast<unsigned>(where.line()), invariant.c_str());
  std::abort();
}

/// An error has the expected code and a full sentence.
inline void requireError(const Error &error, ur_result_t code,
                         std::source_location where = std::source_location::current()) {
  require(error.code == code, "error code of: " + error.message, where);
  require(error.message.size() > 1 && error.message.back() == '.',
          "a full sentence: '" + error.message + "'", where);
}

} // namespace ursa::fuzz
