// A value or an error, which functions of Ursa return internally. An error is a UR result code and
// one sentence that names the object and the offending value; callers add context on the way up.
#pragma once

#include "ur_api.h"

#include <fmt/format.h>

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ursa::inline support {

struct Error {
  ur_result_t code = UR_RESULT_ERROR_UNKNOWN;
  std::string message;
};

/// Builds an error from a code and a formatted sentence. Paths to it are unlikely.
template <class... Args>
[[nodiscard, gnu::cold, gnu::noinline]] Error
makeError(ur_result_t code, fmt::format_string<Args...> format, Args &&...args) {
  return Error{code, fmt::format(format, std::forward<Args>(args)...)};
}

/// Holds a T, or the Error that prevented its creation.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T &operator*() & { return get(); }
  const T &operator*() const & { return const_cast<Result *>(this)->get(); }
  T &&operator*() && { return std::move(get()); }
  T *operator->() { return &get(); }
  const T *operator->() const { return &const_cast<Result *>(this)->get(); }

  const Error &error() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

  /// Appends "- While ..." to the sentence of an error.
  Result &&context(std::string_view doing) && {
    if (Error *const error = std::get_if<1>(&state_))
      error->message += fmt::format(" - {}", doing);
    return std::move(*this);
  }

private:
  T &get() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  const Error &error() const {
    assert(error_);
    return *error_;
  }

  Result &&context(std::string_view doing) && {
    if (error_)
      error_->message += fmt::format(" - {}", doing);
    return std::move(*this);
  }

private:
  std::optional<Error> error_;
};

} // namespace ursa::inline support

#define URSA_CONCAT_(a, b) a##b
#define URSA_CONCAT(a, b) URSA_CONCAT_(a, b)

/// Evaluates an expression of type Result<void>; returns its error from the enclosing function.
#define URSA_CHECK(expression)                                                                     \
  do {                                                                                             \
    if (auto ursaResult = (expression); !ursaResult) [[unlikely]]                                  \
      return ursaResult.error();                                                                   \
  } while (false)

/// Declares a variable from an expression of type Result<T>; returns its error from the function.
#define URSA_TRY(declaration, expression)                                                          \
  auto URSA_CONCAT(ursaResult, __LINE__) = (expression);                                           \
  if (!URSA_CONCAT(ursaResult, __LINE__)) [[unlikely]]                                             \
    return URSA_CONCAT(ursaResult, __LINE__).error();                                              \
  declaration = *std::move(URSA_CONCAT(ursaResult, __LINE__))
