// The parts of which the concepts for traits of adapters are made. Each template says with a
// concept what it needs of an adapter's traits; optional members are named in the concept's
// comment.
#pragma once

#include "adapters/common/handle.h"
#include "support/result.h"

#include <concepts>
#include <type_traits>
#include <utility>

namespace ursa::adapter {

/// The result of a function that may fail.
template <class Given>
concept ResultOfNothing = std::same_as<Given, Result<void>>;

/// The result of a function that may fail, and otherwise returns something that becomes a Value.
template <class Given, class Value>
concept ResultOf = requires(Given given) {
  { given.error() } -> std::convertible_to<Error>;
  { *std::move(given) } -> std::convertible_to<Value>;
};

/// The result of a function that returns something that becomes a Value, and may fail or not.
template <class Given, class Value>
concept ValueOrResultOf = std::convertible_to<Given, Result<Value>>;

template <class Function, class Signature> inline constexpr bool kIsCallable = false;
template <class Function, class Returned, class... Arguments>
inline constexpr bool kIsCallable<Function, Returned(Arguments...)> =
    std::is_invocable_r_v<Returned, Function, Arguments...>;

/// A function, or an object that is called like one: Callable<Result<void>(int)> takes an int.
template <class Function, class Signature>
concept Callable = kIsCallable<Function, Signature>;

/// Traits that have the adapter's objects as types, by deriving from HandleTypes.
template <class Traits>
concept HasHandleTypes = std::derived_from<Traits, HandleTypes>;

} // namespace ursa::adapter
