// Calls any exported function with arguments that are valid for their types, of which a test
// replaces one: for assertions about all functions.
#pragma once

#include "core/api/parameters.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <tuple>
#include <vector>

namespace ursa {

/// A function and a way to call it.
struct AnyCall {
  using Change = std::function<void(size_t index, void *argument)>;

  Function function;
  /// Calls the function with @p handle for handles and arrays of one handle, 1 for numbers, and
  /// zeroed memory for pointers. @p change may modify each argument first.
  ur_result_t (*call)(void *handle, const Change &change);

  std::string name() const { return functionName(function); }
  std::span<const Parameter> parameters() const { return ursa::parameters(function); }
};

namespace detail {

template <Function F> constexpr auto kExportedFunction = nullptr;
#define URSA_FUNCTION(name, id, table, slot, params)                                               \
  template <> constexpr auto kExportedFunction<Function::name> = &::name;
#define URSA_LOADER_FUNCTION(name, id, params)                                                     \
  template <> constexpr auto kExportedFunction<Function::name> = &::name;
#include "core/api/generated/functions.inc"

template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct CallWith;
template <Function F, class... Args> struct CallWith<F, ur_result_t(UR_APICALL *)(Args...)> {
  static ur_result_t call(void *handle, const AnyCall::Change &change) {
    alignas(64) static thread_local std::byte memory[4096];
    std::memset(memory, 0, sizeof(memory));
    void *handles[] = {handle};
    std::tuple<std::remove_cv_t<Args>...> arguments;
    [[maybe_unused]] size_t index = 0;
    std::apply(
        [&](auto &...argument) { (fill(argument, index++, handle, handles, memory, change), ...); },
        arguments);
    return std::apply(kExportedFunction<F>, arguments);
  }

  template <class Arg>
  static void fill(Arg &argument, size_t index, void *handle, void **handles, std::byte *memory,
                   const AnyCall::Change &change) {
    const Parameter &parameter = parameters(F)[index];
    if constexpr (std::is_pointer_v<Arg>) {
      void *value = memory;
      if (parameter.kind == ParameterKind::Handle)
        value = handle;
      else if (parameter.kind == ParameterKind::HandleArray)
        value = handles;
      std::memcpy(&argument, &value, sizeof(value));
    } else if constexpr (std::is_class_v<Arg>) {
      std::memset(&argument, 0, sizeof(argument));
    } else {
      argument = static_cast<Arg>(parameter.kind == ParameterKind::Flags ? 0 : 1);
    }
    change(index, &argument);
  }
};

} // namespace detail

/// Returns all functions.
inline std::vector<AnyCall> anyCalls() {
  std::vector<AnyCall> calls;
  forEachFunction([&]<Function F>() { calls.push_back({F, &detail::CallWith<F>::call}); });
  return calls;
}

/// Returns whether a parameter is an input handle or an array of them.
inline bool isHandleIn(const Parameter &parameter) {
  return parameter.kind == ParameterKind::Handle ||
         (parameter.kind == ParameterKind::HandleArray && parameter.direction == Direction::In);
}

inline bool takesHandle(const AnyCall &any) {
  const auto all = any.parameters();
  return std::any_of(all.begin(), all.end(), isHandleIn);
}

} // namespace ursa
