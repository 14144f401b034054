// sycl::known_identity (SYCL 2020, 4.17.2.1): the value that leaves the other operand of a function
// object as it is.
#pragma once

#include <sycl/functional.hpp>
#include <sycl/half.hpp>

#include <functional>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

template <class T>
inline constexpr bool isReducible =
    std::is_arithmetic_v<std::remove_cv_t<T>> || std::is_same_v<std::remove_cv_t<T>, half>;

/// The operations, whatever their type argument.
enum class KnownOperation {
  None,
  Plus,
  Multiplies,
  BitAnd,
  BitOr,
  BitXor,
  LogicalAnd,
  LogicalOr,
  Minimum,
  Maximum
};
template <class Operation, class T> struct OperationOf {
  static constexpr KnownOperation value = KnownOperation::None;
};
#define __URSA_KNOWN(name, operation)                                                              \
  template <class U, class T> struct OperationOf<name<U>, T> {                                     \
    static constexpr KnownOperation value =                                                        \
        std::is_void_v<U> || std::is_same_v<std::remove_cv_t<U>, std::remove_cv_t<T>>              \
            ? KnownOperation::operation                                                            \
            : KnownOperation::None;                                                                \
  };
__URSA_KNOWN(plus, Plus)
__URSA_KNOWN(multiplies, Multiplies)
__URSA_KNOWN(bit_and, BitAnd)
__URSA_KNOWN(bit_or, BitOr)
__URSA_KNOWN(bit_xor, BitXor)
__URSA_KNOWN(logical_and, LogicalAnd)
__URSA_KNOWN(logical_or, LogicalOr)
__URSA_KNOWN(minimum, Minimum)
__URSA_KNOWN(maximum, Maximum)
// Programs also pass the function objects of C++.
__URSA_KNOWN(std::plus, Plus)
__URSA_KNOWN(std::multiplies, Multiplies)
__URSA_KNOWN(std::bit_and, BitAnd)
__URSA_KNOWN(std::bit_or, BitOr)
__URSA_KNOWN(std::bit_xor, BitXor)
__URSA_KNOWN(std::logical_and, LogicalAnd)
__URSA_KNOWN(std::logical_or, LogicalOr)
#undef __URSA_KNOWN

template <class Operation, class T>
inline constexpr KnownOperation knownOperation =
    OperationOf<std::remove_cv_t<Operation>, std::remove_cv_t<T>>::value;

template <class Operation, class T> constexpr bool hasKnownIdentity() {
  using U = std::remove_cv_t<T>;
  switch (knownOperation<Operation, T>) {
  case KnownOperation::Plus:
  case KnownOperation::Multiplies:
  case KnownOperation::Minimum:
  case KnownOperation::Maximum:
    return isReducible<U>;
  case KnownOperation::BitAnd:
  case KnownOperation::BitOr:
  case KnownOperation::BitXor:
    return std::is_integral_v<U>;
  case KnownOperation::LogicalAnd:
  case KnownOperation::LogicalOr:
    return std::is_same_v<U, bool>;
  default:
    return false;
  }
}

/// Of minimum and maximum: an infinity where the type has one.
template <class T> constexpr T largest() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::max();
}
template <class T> constexpr T lowest() {
  if constexpr (std::numeric_limits<T>::has_infinity)
    return static_cast<T>(-std::numeric_limits<T>::infinity());
  else
    return std::numeric_limits<T>::lowest();
}

template <class Operation, class T> constexpr T knownIdentity() {
  constexpr KnownOperation operation = knownOperation<Operation, T>;
  if constexpr (operation == KnownOperation::Multiplies || operation == KnownOperation::LogicalAnd)
    return static_cast<T>(1);
  else if constexpr (operation == KnownOperation::BitAnd)
    return static_cast<T>(~static_cast<T>(0));
  else if constexpr (operation == KnownOperation::Minimum)
    return largest<T>();
  else if constexpr (operation == KnownOperation::Maximum)
    return lowest<T>();
  else
    return static_cast<T>(0);
}

template <class Operation, class T, bool = hasKnownIdentity<Operation, T>()>
struct KnownIdentity {};
template <class Operation, class T> struct KnownIdentity<Operation, T, true> {
  static constexpr std::remove_cv_t<T> value = knownIdentity<Operation, std::remove_cv_t<T>>();
};

} // namespace detail

template <class BinaryOperation, class AccumulatorT>
struct known_identity : detail::KnownIdentity<BinaryOperation, AccumulatorT> {};
template <class BinaryOperation, class AccumulatorT>
inline constexpr AccumulatorT known_identity_v =
    known_identity<BinaryOperation, AccumulatorT>::value;

template <class BinaryOperation, class AccumulatorT>
struct has_known_identity
    : std::bool_constant<detail::hasKnownIdentity<BinaryOperation, AccumulatorT>()> {};
template <class BinaryOperation, class AccumulatorT>
inline constexpr bool has_known_identity_v =
    has_known_identity<BinaryOperation, AccumulatorT>::value;

} // namespace sycl
} // namespace ursa_sycl
