// A call of any function as data, so that each check and the tracer are written once: the
// parameters from the generated table, what only the types know (sizes, enumerations, kinds of
// handles), and where the arguments lie.
#pragma once

#include "core/api/names.h"
#include "core/api/parameters.h"
#include "core/layers/handle_types.h"

#include <array>
#include <concepts>
#include <cstring>

namespace ursa {

/// What the type of one parameter tells.
struct ArgumentFacts {
  size_t size = 0;
  HandleType handle = HandleType::None; ///< of a handle, or of the handles that a pointer leads to
  bool (*isEnumerator)(const void *argument) = nullptr;    ///< null when it is no enumeration
  const char *(*enumName)(const void *argument) = nullptr; ///< likewise
};

/// The type that a pointer to data points to, or the type of a handle itself.
template <class Argument> constexpr ArgumentFacts argumentFacts() {
  ArgumentFacts facts;
  facts.size = sizeof(Argument);
  facts.handle = handleTypeOf<Argument>();
  if constexpr (std::is_pointer_v<Argument>) {
    if (facts.handle == HandleType::None)
      facts.handle = handleTypeOf<std::remove_cv_t<std::remove_pointer_t<Argument>>>();
  } else if constexpr (std::is_enum_v<Argument>) {
    facts.isEnumerator = [](const void *argument) {
      return ursa::isEnumerator(*static_cast<const Argument *>(argument));
    };
    facts.enumName = [](const void *argument) {
      return ursa::enumName(*static_cast<const Argument *>(argument));
    };
  }
  return facts;
}

/// One call while it passes the layers.
struct Call {
  Function function;
  std::span<const Parameter> parameters;
  const ArgumentFacts *facts;   ///< one a parameter
  const void *const *arguments; ///< pointers to the arguments, one a parameter

  const char *name() const { return functionName(function); }
  size_t size() const { return parameters.size(); }

  /// An argument as T, which must have its size.
  template <class T> T as(size_t index) const {
    T value;
    std::memcpy(&value, arguments[index], sizeof(T));
    return value;
  }

  /// An argument that is a pointer or a handle.
  const void *pointer(size_t index) const { return as<const void *>(index); }

  /// An argument that is a number.
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

  /// The length of an array of a parameter with Extent::Range.
  uint64_t length(size_t index) const {
    return number(static_cast<size_t>(parameters[index].lengthIndex));
  }

  /// Element @p element of an array of handles that is not null. Where a query puts its answer, the
  /// application may have an address that handles are not aligned to.
  const void *handleAt(size_t index, uint64_t element) const {
    const void *handle = nullptr;
    std::memcpy(&handle, static_cast<const char *>(pointer(index)) + element * sizeof(handle),
                sizeof(handle));
    return handle;
  }

  /// The index of the parameter with a name; size() when there is none.
  size_t find(std::string_view parameter) const {
    size_t index = 0;
    while (index < size() && parameters[index].name != parameter)
      ++index;
    return index;
  }
};

/// Whether a function is a shorthand for one that passes the layers itself, where its objects are
/// checked and followed. It is traced.
constexpr bool passesAgain(Function function) {
  return function == Function::ursaEnqueueKernelLaunch;
}

/// Whether a parameter is an array of events that a command waits for.
inline bool isWaitList(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  return parameter.kind == ParameterKind::HandleArray && parameter.direction == Direction::In &&
         parameter.has(Parameter::kOptional) && call.facts[index].handle == HandleType::Event;
}

} // namespace ursa
