// Common base of range and id: one to three numbers, the last of which varies fastest.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// Storage and access of the classes range and id.
template <int Dimensions> class Coordinates {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "the number of dimensions is 1, 2 or 3");

public:
  constexpr Coordinates() = default;
  constexpr size_t get(int dimension) const { return values_[dimension]; }
  constexpr size_t &operator[](int dimension) { return values_[dimension]; }
  constexpr size_t operator[](int dimension) const { return values_[dimension]; }

protected:
  size_t values_[Dimensions] = {};
};

/// Base of classes that are also a number if they have one dimension.
template <class Derived, int Dimensions> class ConvertsToNumber {};
template <class Derived> class ConvertsToNumber<Derived, 1> {
public:
  constexpr operator size_t() const { return static_cast<const Derived &>(*this)[0]; }
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

/// @{ Operators of a class template TYPE of Dimensions numbers, as friends. The other operand is of
/// any integer type, so that conversions of a one-dimensional id to size_t make no call ambiguous.
#define URSA_SYCL_INTEGER class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>

#define URSA_SYCL_BINARY(TYPE, OP)                                                                 \
  friend constexpr TYPE operator OP(const TYPE &a, const TYPE &b) {                                \
    TYPE result(a);                                                                                \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      result[i] = static_cast<size_t>(a[i] OP b[i]);                                               \
    return result;                                                                                 \
  }                                                                                                \
  template <URSA_SYCL_INTEGER> friend constexpr TYPE operator OP(const TYPE &a, Integer b) {       \
    TYPE result(a);                                                                                \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      result[i] = static_cast<size_t>(a[i] OP static_cast<size_t>(b));                             \
    return result;                                                                                 \
  }                                                                                                \
  template <URSA_SYCL_INTEGER> friend constexpr TYPE operator OP(Integer a, const TYPE &b) {       \
    TYPE result(b);                                                                                \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      result[i] = static_cast<size_t>(static_cast<size_t>(a) OP b[i]);                             \
    return result;                                                                                 \
  }

#define URSA_SYCL_ASSIGNING(TYPE, OP)                                                              \
  friend constexpr TYPE &operator OP(TYPE &a, const TYPE &b) {                                     \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      a[i] OP b[i];                                                                                \
    return a;                                                                                      \
  }                                                                                                \
  template <URSA_SYCL_INTEGER> friend constexpr TYPE &operator OP(TYPE &a, Integer b) {            \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      a[i] OP static_cast<size_t>(b);                                                              \
    return a;                                                                                      \
  }

#define URSA_SYCL_COORDINATE_OPERATORS(TYPE)                                                       \
  friend constexpr bool operator==(const TYPE &a, const TYPE &b) {                                 \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      if (a[i] != b[i])                                                                            \
        return false;                                                                              \
    return true;                                                                                   \
  }                                                                                                \
  friend constexpr bool operator!=(const TYPE &a, const TYPE &b) { return !(a == b); }             \
  URSA_SYCL_BINARY(TYPE, +)                                                                        \
  URSA_SYCL_BINARY(TYPE, -)                                                                        \
  URSA_SYCL_BINARY(TYPE, *)                                                                        \
  URSA_SYCL_BINARY(TYPE, /)                                                                        \
  URSA_SYCL_BINARY(TYPE, %)                                                                        \
  URSA_SYCL_BINARY(TYPE, <<)                                                                       \
  URSA_SYCL_BINARY(TYPE, >>)                                                                       \
  URSA_SYCL_BINARY(TYPE, &)                                                                        \
  URSA_SYCL_BINARY(TYPE, |)                                                                        \
  URSA_SYCL_BINARY(TYPE, ^)                                                                        \
  URSA_SYCL_BINARY(TYPE, &&)                                                                       \
  URSA_SYCL_BINARY(TYPE, ||)                                                                       \
  URSA_SYCL_BINARY(TYPE, <)                                                                        \
  URSA_SYCL_BINARY(TYPE, >)                                                                        \
  URSA_SYCL_BINARY(TYPE, <=)                                                                       \
  URSA_SYCL_BINARY(TYPE, >=)                                                                       \
  URSA_SYCL_ASSIGNING(TYPE, +=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, -=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, *=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, /=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, %=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, <<=)                                                                   \
  URSA_SYCL_ASSIGNING(TYPE, >>=)                                                                   \
  URSA_SYCL_ASSIGNING(TYPE, &=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, |=)                                                                    \
  URSA_SYCL_ASSIGNING(TYPE, ^=)                                                                    \
  friend constexpr TYPE operator+(const TYPE &a) { return a; }                                     \
  friend constexpr TYPE operator-(const TYPE &a) {                                                 \
    TYPE result(a);                                                                                \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      result[i] = size_t(0) - a[i];                                                                \
    return result;                                                                                 \
  }                                                                                                \
  friend constexpr TYPE &operator++(TYPE &a) { return a += 1; }                                    \
  friend constexpr TYPE &operator--(TYPE &a) { return a -= 1; }                                    \
  friend constexpr TYPE operator++(TYPE &a, int) {                                                 \
    const TYPE before(a);                                                                          \
    ++a;                                                                                           \
    return before;                                                                                 \
  }                                                                                                \
  friend constexpr TYPE operator--(TYPE &a, int) {                                                 \
    const TYPE before(a);                                                                          \
    --a;                                                                                           \
    return before;                                                                                 \
  }
/// @}
