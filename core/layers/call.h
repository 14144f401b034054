// A call of any function as data, so that each check and the tracer are written once. It combines
// the parameters from the generated table, facts that only the types provide (sizes, enumerations,
// kinds of handles), and the addresses of the arguments.
#pragma once

#include "core/api/names.h"
#include "core/api/parameters.h"
#include "core/layers/handle_types.h"

#include <array>
#include <concepts>
#include <cstring>

namespace ursa::core::layers {

/// Facts that follow from the type of one parameter.
struct ArgumentFacts {
  size_t size = 0;
  HandleType handle =
      HandleType::None; ///< type of the handle, or of the handles that a pointer leads to
  bool (*isEnumerator)(const void *argument) = nullptr;    ///< null if it is not an enumeration
  const char *(*enumName)(const void *argument) = nullptr; ///< null if it is not an enumeration
};

/// Returns the facts of the type that a data pointer points to, or of a handle type itself.
template <class Argument> constexpr ArgumentFacts argumentFacts() {
  ArgumentFacts facts;
  facts.size = sizeof(Argument);
  facts.handle = handleTypeOf<Argument>();
  if constexpr (std::is_pointer_v<Argument>) {
    if (facts.handle == HandleType::None)
      facts.handle = handleTypeOf<std::remove_cv_t<std::remove_pointer_t<Argument>>>();
  } else if constexpr (std::is_enum_v<Argument>) {
    facts.isEnumerator = [](const void *argument) {
      return api::isEnumerator(*static_cast<const Argument *>(argument));
    };
    facts.enumName = [](const void *argument) {
      return api::enumName(*static_cast<const Argument *>(argument));
    };
  }
  return facts;
}

/// One call while it passes through the layers.
struct Call {
  api::Function function;
  std::span<const api::Parameter> parameters;
  const ArgumentFacts *facts; ///< one per parameter
  void *const *arguments;     ///< pointers to the arguments, one per parameter

  const char *name() const { return api::functionName(function); }
  size_t size() const { return parameters.size(); }

  /// Returns an argument as T, whose size must match.
  template <class T> T as(size_t index) const {
    T value;
    std::memcpy(&value, arguments[index], sizeof(T));
    return value;
  }

  /// Returns an argument that is a pointer or a handle.
  const void *pointer(size_t index) const { return as<const void *>(index); }

  /// Returns an argument that is a number.
  uint64_t number(size_t index) const {
    switch (facts[index].size) {
    case 1:
      return as<uint8_t>(index);
    case 4:
      return as<uint32_t>(index);
    default:
      return as<uint64_t>(index);
    }
  }

  /// Returns the array length of a parameter with Extent::Range.
  uint64_t length(size_t index) const {
    return number(static_cast<size_t>(parameters[index].lengthIndex));
  }

  /// Returns element @p element of a non-null array of handles. The application may pass an
  /// unaligned address for the answer of a query.
  const void *handleAt(size_t index, uint64_t element) const {
    const void *handle = nullptr;
    std::memcpy(&handle, static_cast<const char *>(pointer(index)) + element * sizeof(handle),
                sizeof(handle));
    return handle;
  }

  /// Returns the index of the parameter with this name; size() if there is none.
  size_t find(std::string_view parameter) const {
    size_t index = 0;
    while (index < size() && parameters[index].name != parameter)
      ++index;
    return index;
  }
};

/// Returns whether a function is a shorthand for another function that passes through the layers
/// itself, where its objects are checked and tracked. It is still traced.
constexpr bool isShorthand(api::Function function) {
  return function == api::Function::ursaEnqueueKernelLaunch;
}

/// Returns whether a parameter is a wait list.
inline bool isWaitList(const Call &call, size_t index) {
  const api::Parameter &parameter = call.parameters[index];
  return parameter.kind == api::ParameterKind::HandleArray &&
         parameter.direction == api::Direction::In && parameter.has(api::Parameter::kOptional) &&
         call.facts[index].handle == HandleType::Event;
}

} // namespace ursa::core::layers
