// Argument and result types of the built-in functions of SYCL 2020 (4.17.5 to 4.17.9): scalars,
// vec, swizzles (as vec) and marray, computed one element at a time.
#pragma once

#include <sycl/detail/vec_traits.hpp>
#include <sycl/half.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

template <typename T>
inline constexpr bool isGenericInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
inline constexpr bool isGenericNumber = isGenericInteger<T> || isFloatingPoint<T>;

// The value type of X if Y... have it too and `condition` holds. Functions that ask for it are not
// there otherwise.
template <bool condition, typename X, typename... Y>
using SameValue =
    std::enable_if_t<condition && (true && ... && std::is_same_v<ValueOf<X>, ValueOf<Y>>),
                     ValueOf<X>>;

template <typename X, typename... Y>
using FloatNonScalar = SameValue<!isScalar<X> && isFloatingPoint<ElementOf<X>>, X, Y...>;
template <typename X, typename... Y>
using GenericFloat = SameValue<isFloatingPoint<ElementOf<X>>, X, Y...>;
template <typename X, typename... Y>
using GenericInteger = SameValue<isGenericInteger<ElementOf<X>>, X, Y...>;
template <typename X, typename... Y>
using GenericNumber = SameValue<isGenericNumber<ElementOf<X>>, X, Y...>;
template <typename X, typename... Y>
using NonScalarNumber = SameValue<!isScalar<X> && isGenericNumber<ElementOf<X>>, X, Y...>;
template <typename X, typename... Y>
using NonScalarFloat32 = SameValue<!isScalar<X> && std::is_same_v<ElementOf<X>, float>, X, Y...>;

// The shape of V with elements of another type.
template <typename V, typename Element> struct RebindTo { using Type = Element; };
template <typename T, int N, typename Element> struct RebindTo<vec<T, N>, Element> {
  using Type = vec<Element, N>;
};
template <typename T, std::size_t N, typename Element> struct RebindTo<marray<T, N>, Element> {
  using Type = marray<Element, N>;
};
template <typename V, typename Element> using Rebind = typename RebindTo<V, Element>::Type;

// The pointer in a multi_ptr, or the pointer itself.
template <typename Pointer> constexpr auto *rawPointer(Pointer pointer) {
  if constexpr (std::is_pointer_v<Pointer>)
    return pointer;
  else
    return pointer.get_raw();
}

} // namespace detail

// `result` of type R from an expression over `i`, the number of the element.
#define URSA_SYCL_MATH_EACH(R, expression)                                                         \
  R result{};                                                                                      \
  URSA_SYCL_UNROLL for (int i = 0; i < static_cast<int>(R::size()); ++i) result[i] = expression;   \
  return result;

} // namespace sycl
} // namespace ursa_sycl
