// Calls any exported function with arguments that are valid for their types, of which a test
// replaces one: for assertions about all functions.
#pragma once

#include "core/api/parameters.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ursa::core::layers {

/// A function and a way to call it.
struct AnyCall {
  using Change = std::function<void(size_t index, void *argument)>;

  api::Function function;
  /// Calls the function with @p handle for handles and arrays of one handle, 1 for numbers, and
  /// zeroed memory for pointers. @p change may modify each argument first.
  ur_result_t (*call)(void *handle, const Change &change);

  std::string name() const { return api::functionName(function); }
  std::span<const api::Parameter> parameters() const { return api::parameters(function); }
};

/// Returns all functions.
std::vector<AnyCall> anyCalls();

/// Returns whether a parameter is an input handle or an array of them.
inline bool isHandleIn(const api::Parameter &parameter) {
  return parameter.kind == api::ParameterKind::Handle ||
         (parameter.kind == api::ParameterKind::HandleArray &&
          parameter.direction == api::Direction::In);
}

inline bool takesHandle(const AnyCall &any) {
  const auto all = any.parameters();
  return std::any_of(all.begin(), all.end(), isHandleIn);
}

} // namespace ursa::core::layers
