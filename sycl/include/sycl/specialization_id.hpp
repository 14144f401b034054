// The class specialization_id: a specialization constant and its default (SYCL 2020, 4.9.5).
#pragma once

#include <sycl/detail/defines.hpp>

#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

/// Whether a list in braces initializes T, which before C++20 is the way of aggregates.
template <class T, class Void, class... Arguments>
inline constexpr bool isListInitializable = false;
template <class T, class... Arguments>
inline constexpr bool
    isListInitializable<T, std::void_t<decltype(T{std::declval<Arguments>()...})>, Arguments...> =
        true;

} // namespace detail

template <typename T> class specialization_id {
public:
  using value_type = T;

  template <class... Arguments, std::enable_if_t<std::is_constructible_v<T, Arguments...>, int> = 0>
  explicit constexpr specialization_id(Arguments &&...arguments)
      : value_(std::forward<Arguments>(arguments)...) {}
  /// The members of an aggregate.
  template <class... Arguments,
            std::enable_if_t<!std::is_constructible_v<T, Arguments...> && std::is_aggregate_v<T> &&
                                 detail::isListInitializable<T, void, Arguments...>,
                             int> = 0>
  explicit constexpr specialization_id(Arguments &&...arguments)
      : value_{std::forward<Arguments>(arguments)...} {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  T value_; // device images hold it as the default of the constant
};

namespace detail {

template <auto &Id>
using SpecializationValue =
    typename std::remove_cv_t<std::remove_reference_t<decltype(Id)>>::value_type;

/// Memory for a value whose type may have no default constructor. The value is trivially copyable.
template <class T> union Uninitialized {
  Uninitialized() {}
  ~Uninitialized() {}
  T value;
};

// The integration footer defines the function for each id by an instantiation of DefineSymbolicId,
// which may name private members.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <auto &Id> struct SymbolicIdTag { friend const char *symbolicIdOf(SymbolicIdTag); };
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
template <auto &Id, class Text> struct DefineSymbolicId {
  friend const char *symbolicIdOf(SymbolicIdTag<Id>) { return Text::value; }
};

/// Returns the name of a constant in device images.
template <auto &Id> const char *symbolicId() { return symbolicIdOf(SymbolicIdTag<Id>{}); }

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
