// The exception with which a program that uses the C ABI ends early: its text is the sentence that
// main prints after "error: ", with readable names. It never crosses the C ABI, because programs
// only call into it.
#pragma once

#include "support/readable_names.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace ursa::client {

class Failure : public std::runtime_error {
public:
  explicit Failure(std::string_view sentence) : std::runtime_error(withReadableNames(sentence)) {}
};

/// Throws a Failure with a formatted sentence.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args &&...args) {
  throw Failure(fmt::format(format, std::forward<Args>(args)...));
}

} // namespace ursa::client
