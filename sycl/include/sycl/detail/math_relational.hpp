// The relational functions of SYCL 2020 (4.17.9). Relations of scalars give bool, of marray
// marray<bool, N>, of vec -1 or 0 in integers as large as the elements. Functions that take such
// integers ask for their highest bit.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/math_pointers.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace relational {

template <typename T> constexpr bool isequal(T x, T y) { return x == y; }
template <typename T> constexpr bool isnotequal(T x, T y) { return x != y; }
template <typename T> constexpr bool isgreater(T x, T y) { return x > y; }
template <typename T> constexpr bool isgreaterequal(T x, T y) { return x >= y; }
template <typename T> constexpr bool isless(T x, T y) { return x < y; }
template <typename T> constexpr bool islessequal(T x, T y) { return x <= y; }
template <typename T> constexpr bool islessgreater(T x, T y) { return x < y || x > y; }
template <typename T> constexpr bool isordered(T x, T y) { return !isNan(x) && !isNan(y); }
template <typename T> constexpr bool isunordered(T x, T y) { return isNan(x) || isNan(y); }
template <typename T> constexpr bool isfinite(T x) {
  return FloatBits<T>::magnitude(x) < FloatBits<T>::exponent;
}
template <typename T> constexpr bool isinf(T x) { return isInfinite(x); }
template <typename T> constexpr bool isnan(T x) { return isNan(x); }
template <typename T> constexpr bool isnormal(T x) {
  return isfinite(x) && FloatBits<T>::magnitude(x) > FloatBits<T>::fraction;
}
template <typename T> constexpr bool signbit(T x) {
  return (bit_cast<UnsignedOf<T>>(x) & FloatBits<T>::sign) != 0;
}

// The value of a true or false element of a relation: true is -1 for vec.
template <typename R> constexpr ElementOf<R> truth(bool value) {
  return static_cast<ElementOf<R>>(isMarray<R> ? value : value ? -1 : 0);
}

template <typename T> constexpr bool highestBit(T x) {
  if constexpr (std::is_same_v<T, bool>)
    return x;
  else
    return (x >> (sizeof(T) * 8 - 1)) != 0;
}

template <typename T> constexpr T bitselect(T a, T b, T c) {
  using Bits = UnsignedOf<T>;
  const Bits chosen = bit_cast<Bits>(c);
  return bit_cast<T>(
      static_cast<Bits>((bit_cast<Bits>(a) & ~chosen) | (bit_cast<Bits>(b) & chosen)));
}

template <typename T> inline constexpr bool isTruth = isGenericInteger<T> &&std::is_signed_v<T>;
template <typename X>
using TruthMarray =
    std::enable_if_t<isMarray<X> && (std::is_same_v<ElementOf<X>, bool> || isTruth<ElementOf<X>>),
                     X>;
template <typename X>
using TruthVec = std::enable_if_t<isVecLike<X> && isTruth<ElementOf<X>>, ValueOf<X>>;
template <typename X> using TruthScalar = std::enable_if_t<isTruth<X>, X>;

template <typename V> constexpr bool anyOf(const V &value) {
  bool result = false;
  URSA_SYCL_UNROLL for (int i = 0; i < static_cast<int>(V::size()); ++i) result =
      result || highestBit(value[i]);
  return result;
}
template <typename V> constexpr bool allOf(const V &value) {
  bool result = true;
  URSA_SYCL_UNROLL for (int i = 0; i < static_cast<int>(V::size()); ++i) result =
      result && highestBit(value[i]);
  return result;
}

// The value type of X if Y has it too and Z chooses between elements of it.
template <typename X, typename Y, typename Z> constexpr bool chooses() {
  if constexpr (isMarray<X>)
    return std::is_same_v<Z, Rebind<X, bool>>;
  else if constexpr (isVecLike<X> && isVecLike<Z>)
    return ShapeOf<Z>::count == ShapeOf<X>::count && isGenericInteger<ElementOf<Z>> &&
           sizeof(ElementOf<Z>) == sizeof(ElementOf<X>);
  return false;
}
template <typename X, typename Y, typename Z>
using Chosen = NonScalarNumber<std::enable_if_t<chooses<X, Y, Z>(), X>, Y>;

} // namespace relational
} // namespace detail

#define URSA_SYCL_RELATION_1(name)                                                                 \
  inline bool name(float x) { return detail::relational::name(x); }                                \
  inline bool name(double x) { return detail::relational::name(x); }                               \
  inline bool name(half x) { return detail::relational::name(x); }                                 \
  template <typename X, typename V = detail::FloatNonScalar<X>,                                    \
            typename R = typename detail::RelationOf<V>::Type>                                     \
  R name(const X &x) {                                                                             \
    const V &a = x;                                                                                \
    URSA_SYCL_MATH_EACH(R, detail::relational::truth<R>(detail::relational::name(a[i])))           \
  }
#define URSA_SYCL_RELATION_2(name)                                                                 \
  inline bool name(float x, float y) { return detail::relational::name(x, y); }                    \
  inline bool name(double x, double y) { return detail::relational::name(x, y); }                  \
  inline bool name(half x, half y) { return detail::relational::name(x, y); }                      \
  template <typename X, typename Y, typename V = detail::FloatNonScalar<X, Y>,                     \
            typename R = typename detail::RelationOf<V>::Type>                                     \
  R name(const X &x, const Y &y) {                                                                 \
    const V &a = x;                                                                                \
    const V &b = y;                                                                                \
    URSA_SYCL_MATH_EACH(R, detail::relational::truth<R>(detail::relational::name(a[i], b[i])))     \
  }
URSA_SYCL_RELATION_1(isfinite)
URSA_SYCL_RELATION_1(isinf)
URSA_SYCL_RELATION_1(isnan)
URSA_SYCL_RELATION_1(isnormal)
URSA_SYCL_RELATION_1(signbit)
URSA_SYCL_RELATION_2(isequal)
URSA_SYCL_RELATION_2(isnotequal)
URSA_SYCL_RELATION_2(isgreater)
URSA_SYCL_RELATION_2(isgreaterequal)
URSA_SYCL_RELATION_2(isless)
URSA_SYCL_RELATION_2(islessequal)
URSA_SYCL_RELATION_2(islessgreater)
URSA_SYCL_RELATION_2(isordered)
URSA_SYCL_RELATION_2(isunordered)
#undef URSA_SYCL_RELATION_2
#undef URSA_SYCL_RELATION_1

template <typename X, typename = detail::relational::TruthMarray<X>> bool any(const X &x) {
  return detail::relational::anyOf(x);
}
template <typename X, typename = detail::relational::TruthMarray<X>> bool all(const X &x) {
  return detail::relational::allOf(x);
}
template <typename X, typename V = detail::relational::TruthVec<X>> int any(const X &x) {
  return detail::relational::anyOf<V>(x);
}
template <typename X, typename V = detail::relational::TruthVec<X>> int all(const X &x) {
  return detail::relational::allOf<V>(x);
}
template <typename X, detail::relational::TruthScalar<X> = 0> bool any(X x) {
  return detail::relational::highestBit(x);
}
template <typename X, detail::relational::TruthScalar<X> = 0> bool all(X x) {
  return detail::relational::highestBit(x);
}

template <typename X, typename Y, typename Z, typename R = detail::GenericNumber<X, Y, Z>>
R bitselect(const X &x, const Y &y, const Z &z) {
  if constexpr (detail::isScalar<R>) {
    return detail::relational::bitselect(x, y, z);
  } else {
    const R &a = x;
    const R &b = y;
    const R &c = z;
    URSA_SYCL_MATH_EACH(R, detail::relational::bitselect(a[i], b[i], c[i]))
  }
}

template <typename Scalar,
          std::enable_if_t<detail::isScalar<Scalar> && detail::isGenericNumber<Scalar>, int> = 0>
constexpr Scalar select(Scalar a, Scalar b, bool c) {
  return c ? b : a;
}
template <typename X, typename Y, typename Z, typename R = detail::relational::Chosen<X, Y, Z>>
R select(const X &x, const Y &y, const Z &z) {
  const R &a = x;
  const R &b = y;
  const detail::ValueOf<Z> &c = z;
  URSA_SYCL_MATH_EACH(R, detail::relational::highestBit(c[i]) ? b[i] : a[i])
}

} // namespace sycl
} // namespace ursa_sycl
