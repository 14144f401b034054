// Traits of sycl::vec, its swizzles and sycl::marray: whether a type is one of them, its elements
// and their number.
#pragma once

#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

// Loops over elements are unrolled on devices, where indexed private memory is slow.
#ifdef __SYCL_DEVICE_ONLY__
#define URSA_SYCL_UNROLL _Pragma("unroll")
#else
#define URSA_SYCL_UNROLL
#endif

inline namespace ursa_sycl {
namespace sycl {

template <typename DataT, int NumElements> class vec;
template <typename DataT, std::size_t NumElements> class marray;

namespace detail {

// Swizzles are in a namespace of their own, because argument-dependent lookup of them finds no
// function of sycl.
namespace swizzles {
template <typename DataT, int VecElements, bool Writeable, int... Indexes> class Swizzle;
}

enum class Shape { scalar, vec, marray };

template <typename T> struct ShapeOf {
  static constexpr Shape shape = Shape::scalar;
  static constexpr int count = 1;
  using Element = T;
  using Value = T;
};
template <typename T, int N> struct ShapeOf<vec<T, N>> {
  static constexpr Shape shape = Shape::vec;
  static constexpr int count = N;
  using Element = T;
  using Value = vec<T, N>;
};
template <typename T, int N, bool W, int... I> struct ShapeOf<swizzles::Swizzle<T, N, W, I...>> {
  static constexpr Shape shape = Shape::vec;
  static constexpr int count = sizeof...(I);
  using Element = T;
  using Value = vec<T, sizeof...(I)>;
};
template <typename T, std::size_t N> struct ShapeOf<marray<T, N>> {
  static constexpr Shape shape = Shape::marray;
  static constexpr std::size_t count = N;
  using Element = T;
  using Value = marray<T, N>;
};

template <typename T> inline constexpr bool isScalar = ShapeOf<T>::shape == Shape::scalar;
template <typename T> inline constexpr bool isVecLike = ShapeOf<T>::shape == Shape::vec;
template <typename T> inline constexpr bool isMarray = ShapeOf<T>::shape == Shape::marray;
template <typename T> using ElementOf = typename ShapeOf<T>::Element;
// The type that holds the value of T: that of a swizzle is a vec.
template <typename T> using ValueOf = typename ShapeOf<T>::Value;

// The signed and unsigned integers of a number of bytes.
template <std::size_t Bytes> struct IntegersOf;
template <> struct IntegersOf<1> {
  using Signed = std::int8_t;
  using Unsigned = std::uint8_t;
};
template <> struct IntegersOf<2> {
  using Signed = std::int16_t;
  using Unsigned = std::uint16_t;
};
template <> struct IntegersOf<4> {
  using Signed = std::int32_t;
  using Unsigned = std::uint32_t;
};
template <> struct IntegersOf<8> {
  using Signed = std::int64_t;
  using Unsigned = std::uint64_t;
};
template <typename T> using SignedOf = typename IntegersOf<sizeof(T)>::Signed;
template <typename T> using UnsignedOf = typename IntegersOf<sizeof(T)>::Unsigned;

// The result type of relations of shape V: vec of integers as large as the elements, marray of
// bool, bool.
template <typename V> struct RelationOf { using Type = bool; };
template <typename T, int N> struct RelationOf<vec<T, N>> { using Type = vec<SignedOf<T>, N>; };
template <typename T, std::size_t N> struct RelationOf<marray<T, N>> {
  using Type = marray<bool, N>;
};

template <typename T>
inline constexpr bool isNumber = std::is_arithmetic_v<T> || isFloatingPoint<T>;

// Devices load and compute 2 to 4 numbers as a vector of the compiler, which has the layout of vec:
// from single elements, passes would have to find the vector again.
#ifdef __SYCL_DEVICE_ONLY__
template <typename T, int N>
inline constexpr bool hasNative = N >= 2 && N <= 4 && isNumber<T> && !std::is_same_v<T, bool>;
template <typename T, int N> struct NativeOf {
  using Type __attribute__((ext_vector_type(N))) = T;
};
template <int N> struct NativeOf<half, N> {
  using Type __attribute__((ext_vector_type(N))) = HalfStorage;
};
#else
template <typename T, int N> inline constexpr bool hasNative = false;
template <typename T, int N> struct NativeOf;
#endif
template <typename V>
using Native = typename NativeOf<ElementOf<V>, static_cast<int>(ShapeOf<V>::count)>::Type;

/// Returns the elements of a vec as a vector of the compiler.
template <typename T, int N> typename NativeOf<T, N>::Type toNative(const vec<T, N> &value) {
  return __builtin_bit_cast(typename NativeOf<T, N>::Type, value);
}

/// Returns a number as the element of a vector of the compiler, or the other way round.
template <typename T> constexpr T toNativeElement(T value) { return value; }
constexpr HalfStorage toNativeElement(half value) { return storageOf(value); }
template <typename T> constexpr T fromNativeElement(T value) { return value; }
constexpr half fromNativeElement(HalfStorage value) { return half(value, nullptr); }

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
