// The exception with which a program that uses the C ABI ends early: its text is the sentence that
// main prints after "error: ". It never crosses the C ABI, because programs only call into it.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace ursa::client {

class Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Throws a Failure with a formatted sentence.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args &&...args) {
  throw Failure(fmt::format(format, std::forward<Args>(args)...));
}

} // namespace ursa::client
