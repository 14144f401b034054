// The function objects of SYCL 2020 (4.17.2): plus, multiplies, bit_and, bit_or, bit_xor,
// logical_and, logical_or, minimum and maximum. Those of void deduce their operands.
#pragma once

#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

#define URSA_SYCL_FUNCTION_OBJECT(name, op)                                                        \
  template <typename T = void> struct name {                                                       \
    constexpr T operator()(const T &x, const T &y) const { return x op y; }                        \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    using is_transparent = void;                                                                   \
    template <typename T, typename U>                                                              \
    constexpr auto operator()(T &&x, U &&y) const                                                  \
        -> decltype(std::forward<T>(x) op std::forward<U>(y)) {                                    \
      return std::forward<T>(x) op std::forward<U>(y);                                             \
    }                                                                                              \
  };
URSA_SYCL_FUNCTION_OBJECT(plus, +)
URSA_SYCL_FUNCTION_OBJECT(multiplies, *)
URSA_SYCL_FUNCTION_OBJECT(bit_and, &)
URSA_SYCL_FUNCTION_OBJECT(bit_or, |)
URSA_SYCL_FUNCTION_OBJECT(bit_xor, ^)
URSA_SYCL_FUNCTION_OBJECT(logical_and, &&)
URSA_SYCL_FUNCTION_OBJECT(logical_or, ||)
#undef URSA_SYCL_FUNCTION_OBJECT

// Equivalent arguments give the first.
template <typename T = void> struct minimum {
  constexpr T operator()(const T &x, const T &y) const { return y < x ? y : x; }
};
template <> struct minimum<void> {
  using is_transparent = void;
  template <typename T, typename U>
  constexpr std::common_type_t<T, U> operator()(const T &x, const U &y) const {
    return y < x ? static_cast<std::common_type_t<T, U>>(y)
                 : static_cast<std::common_type_t<T, U>>(x);
  }
};
template <typename T = void> struct maximum {
  constexpr T operator()(const T &x, const T &y) const { return x < y ? y : x; }
};
template <> struct maximum<void> {
  using is_transparent = void;
  template <typename T, typename U>
  constexpr std::common_type_t<T, U> operator()(const T &x, const U &y) const {
    return x < y ? static_cast<std::common_type_t<T, U>>(y)
                 : static_cast<std::common_type_t<T, U>>(x);
  }
};

} // namespace sycl
} // namespace ursa_sycl
