// Result codes of a driver: their names, and the UR codes that they correspond to.
#pragma once

#include "adapters/common/concepts.h"
#include "support/result.h"

#include <algorithm>
#include <ranges>
#include <string>

namespace ursa::adapter {

/// A code of type Code that the driver's specification defines.
template <class Code> struct DriverCode {
  Code code;
  ur_result_t result;
  const char *name;
};

/// A row of a table of codes: URSA_DRIVER_CODE(CL_INVALID_VALUE, ERROR_INVALID_VALUE).
#define URSA_DRIVER_CODE(code, result)                                                             \
  { code, UR_RESULT_##result, #code }

/// kCodes is a table of DriverCode<Code>. isSuccess tells codes that are no failure. nameOfOther
/// returns a description of a code that is not in the table.
template <class Traits>
concept DriverCodeTraits = requires(typename Traits::Code code) {
  requires std::same_as<std::ranges::range_value_t<decltype(Traits::kCodes)>,
                        DriverCode<typename Traits::Code>>;
  { Traits::isSuccess(code) } -> std::same_as<bool>;
  { Traits::nameOfOther(code) } -> std::convertible_to<std::string>;
};

template <DriverCodeTraits Traits> struct DriverCodes {
  using Code = typename Traits::Code;

  /// Returns the corresponding UR code, or UR_RESULT_ERROR_UNKNOWN if there is none.
  static ur_result_t resultOf(Code code) {
    const auto *known = find(code);
    return known ? known->result : UR_RESULT_ERROR_UNKNOWN;
  }

  /// Returns name and number, for example "CL_INVALID_VALUE (-30)".
  static std::string nameOf(Code code) {
    const auto *known = find(code);
    return fmt::format("{} ({})", known ? known->name : Traits::nameOfOther(code),
                       static_cast<int>(code));
  }

  /// Returns an error that names the call unless it succeeded.
  static Result<void> check(Code code, const char *call) {
    if (Traits::isSuccess(code))
      return {};
    return makeError(resultOf(code), "{} failed: {}.", call, nameOf(code));
  }

private:
  static const DriverCode<Code> *find(Code code) {
    const auto found = std::ranges::find(Traits::kCodes, code, &DriverCode<Code>::code);
    return found == std::ranges::end(Traits::kCodes) ? nullptr : &*found;
  }
};

} // namespace ursa::adapter
