// The geometric functions of SYCL 2020 (4.17.8): of scalars, and of vec and marray of 2, 3 and 4
// numbers. Lengths do not overflow or vanish before the result does; numbers of half are computed
// in float.
#pragma once

#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_native.hpp>
#include <sycl/detail/math_pointers.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace geometric {

constexpr bool isDimension(std::size_t count) { return count >= 2 && count <= 4; }

template <typename X, typename... Y>
using Type =
    SameValue<isFloatingPoint<ElementOf<X>> && (isScalar<X> || isDimension(ShapeOf<X>::count)), X,
              Y...>;
template <typename X, typename... Y>
using Type32 = Type<std::enable_if_t<std::is_same_v<ElementOf<X>, float>, X>, Y...>;
template <typename X, typename... Y>
using Cross = SameValue<isFloatingPoint<ElementOf<X>> && !isScalar<X> &&
                            (ShapeOf<X>::count == 3 || ShapeOf<X>::count == 4),
                        X, Y...>;

// The numbers of V, in the type that they are computed in.
template <typename V> struct Numbers {
  using Number = Computed<ElementOf<V>>;
  static constexpr int count = static_cast<int>(ShapeOf<V>::count);

  explicit Numbers(const V &value) {
    if constexpr (isScalar<V>)
      numbers[0] = static_cast<Number>(value);
    else
      URSA_SYCL_UNROLL for (int i = 0; i < count; ++i) numbers[i] = static_cast<Number>(value[i]);
  }
  V value() const {
    if constexpr (isScalar<V>) {
      return V(numbers[0]);
    } else {
      URSA_SYCL_MATH_EACH(V, ElementOf<V>(numbers[i]))
    }
  }
  void multiply(Number factor) {
    URSA_SYCL_UNROLL for (int i = 0; i < count; ++i) numbers[i] *= factor;
  }
  Number dot(const Numbers &other) const {
    Number sum = numbers[0] * other.numbers[0];
    URSA_SYCL_UNROLL for (int i = 1; i < count; ++i) sum += numbers[i] * other.numbers[i];
    return sum;
  }
  Number largest() const {
    Number result = sycl::fabs(numbers[0]);
    URSA_SYCL_UNROLL for (int i = 1; i < count; ++i) result =
        sycl::fmax(result, sycl::fabs(numbers[i]));
    return result;
  }

  Number numbers[count];
};

// A power of two that brings the sum of squares into the range of the type; 1 if it is in it or
// never will be.
template <typename Number> Number scaleFor(Number squares, Number largest) {
  using Limits = std::numeric_limits<Number>;
  constexpr int far = Limits::max_exponent / 2 + Limits::digits;
  if (squares > Limits::max() && largest <= Limits::max())
    return sycl::ldexp(Number(1), -far);
  if (squares < Limits::min() / Limits::epsilon() && largest > Number(0))
    return sycl::ldexp(Number(1), far);
  return Number(1);
}

template <typename V> typename Numbers<V>::Number length(Numbers<V> numbers) {
  using Number = typename Numbers<V>::Number;
  if constexpr (isScalar<V>)
    return sycl::fabs(numbers.numbers[0]);
  const Number squares = numbers.dot(numbers);
  const Number scale = scaleFor(squares, numbers.largest());
  if (scale == Number(1))
    return sycl::sqrt(squares);
  numbers.multiply(scale);
  return sycl::sqrt(numbers.dot(numbers)) / scale;
}

template <typename V> V normalize(Numbers<V> numbers) {
  using Number = typename Numbers<V>::Number;
  const Number largest = numbers.largest();
  if (!(largest > Number(0)) && !isNan(numbers.dot(numbers)))
    return numbers.value();
  if (isInfinite(largest)) {
    // Infinite numbers count as one, others as zero, unless one is no number.
    URSA_SYCL_UNROLL for (int i = 0; i < Numbers<V>::count; ++i) {
      if (!isNan(numbers.numbers[i]))
        numbers.numbers[i] = sycl::copysign(isInfinite(numbers.numbers[i]) ? Number(1) : Number(0),
                                            numbers.numbers[i]);
    }
  }
  const Number scale = scaleFor(numbers.dot(numbers), numbers.largest());
  if (scale != Number(1))
    numbers.multiply(scale);
  const Number whole = sycl::sqrt(numbers.dot(numbers));
  URSA_SYCL_UNROLL for (int i = 0; i < Numbers<V>::count; ++i) numbers.numbers[i] /= whole;
  return numbers.value();
}

// The difference of two vectors, subtracted in their own type.
template <typename V> V difference(const V &a, const V &b) {
  if constexpr (isScalar<V>) {
    return a - b;
  } else {
    URSA_SYCL_MATH_EACH(V, a[i] - b[i])
  }
}

} // namespace geometric
} // namespace detail

template <typename X, typename Y, typename R = detail::geometric::Cross<X, Y>>
R cross(const X &x, const Y &y) {
  using Element = detail::ElementOf<R>;
  const detail::geometric::Numbers<R> a{R(x)}, b{R(y)};
  R result{};
  result[0] = Element(a.numbers[1] * b.numbers[2] - a.numbers[2] * b.numbers[1]);
  result[1] = Element(a.numbers[2] * b.numbers[0] - a.numbers[0] * b.numbers[2]);
  result[2] = Element(a.numbers[0] * b.numbers[1] - a.numbers[1] * b.numbers[0]);
  return result;
}

template <typename X, typename Y, typename R = detail::geometric::Type<X, Y>>
detail::ElementOf<R> dot(const X &x, const Y &y) {
  using Numbers = detail::geometric::Numbers<R>;
  return detail::ElementOf<R>(Numbers(x).dot(Numbers(y)));
}

template <typename X, typename R = detail::geometric::Type<X>>
detail::ElementOf<R> length(const X &x) {
  return detail::ElementOf<R>(detail::geometric::length(detail::geometric::Numbers<R>(x)));
}

template <typename X, typename Y, typename R = detail::geometric::Type<X, Y>>
detail::ElementOf<R> distance(const X &x, const Y &y) {
  return sycl::length(detail::geometric::difference<R>(x, y));
}

template <typename X, typename R = detail::geometric::Type<X>> R normalize(const X &x) {
  return detail::geometric::normalize(detail::geometric::Numbers<R>(x));
}

template <typename X, typename R = detail::geometric::Type32<X>> float fast_length(const X &x) {
  const detail::geometric::Numbers<R> numbers(x);
  return half_precision::sqrt(numbers.dot(numbers));
}

template <typename X, typename Y, typename R = detail::geometric::Type32<X, Y>>
float fast_distance(const X &x, const Y &y) {
  return sycl::fast_length(detail::geometric::difference<R>(x, y));
}

template <typename X, typename R = detail::geometric::Type32<X>> R fast_normalize(const X &x) {
  detail::geometric::Numbers<R> numbers(x);
  const float squares = numbers.dot(numbers);
  if (squares >= std::numeric_limits<float>::min())
    numbers.multiply(half_precision::rsqrt(squares));
  return numbers.value();
}

} // namespace sycl
} // namespace ursa_sycl
