// sycl::vec (SYCL 2020, 4.14.2): 1, 2, 3, 4, 8 or 16 numbers of one type. One of three elements is
// laid out as one of four. Host and device have the same layout; the elements are an array in both.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/detail/byte.hpp>
#include <sycl/detail/convert.hpp>
#include <sycl/detail/swizzle.hpp>
#include <sycl/detail/vec_names.hpp>
#include <sycl/detail/vec_operators.hpp>
#include <sycl/detail/vec_traits.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

/// @{ Names of SYCL 1.2.1's implementations.
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
/// @}

// The indexes of elements for vec::swizzle.
struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

// A vec of three elements has a fourth that it does not use.
constexpr int storedCount(int count) { return count == 3 ? 4 : count; }

// The elements of a vec are aligned as a whole, but never to more than 64 bytes.
constexpr std::size_t vecAlignment(std::size_t bytes) { return bytes < 64 ? bytes : 64; }

// The elements of a vec and the functions that name them.
template <typename Vec, typename DataT, int Count> class VecElements;
#define URSA_SYCL_VEC_NAME(name, index)                                                            \
  constexpr DataT &name() { return data_[index]; }                                                 \
  constexpr const DataT &name() const { return data_[index]; }
#define URSA_SYCL_VEC_SWIZZLE(name, ...)                                                           \
  constexpr auto name() { return static_cast<Vec &>(*this).template swizzle<__VA_ARGS__>(); }      \
  constexpr auto name() const {                                                                    \
    return static_cast<const Vec &>(*this).template swizzle<__VA_ARGS__>();                        \
  }
#define URSA_SYCL_VEC_ELEMENTS(count, conversion)                                                  \
  template <typename Vec, typename DataT> class VecElements<Vec, DataT, count> {                   \
  public:                                                                                          \
    VecElements() = default;                                                                       \
    template <typename... Ts>                                                                      \
    constexpr explicit VecElements(std::in_place_t, Ts... elements) : data_{elements...} {}        \
    conversion URSA_SYCL_VEC_NAMES_##count(URSA_SYCL_VEC_NAME) URSA_SYCL_VEC_SWIZZLES_             \
        ##count(URSA_SYCL_VEC_SWIZZLE)                                                             \
                                                                                                   \
            protected : alignas(vecAlignment(sizeof(DataT) *                                       \
                                             storedCount(count))) DataT data_[storedCount(count)]; \
  };
URSA_SYCL_VEC_ELEMENTS(
    1, constexpr operator DataT() const { return data_[0]; })
URSA_SYCL_VEC_ELEMENTS(2, )
URSA_SYCL_VEC_ELEMENTS(3, )
URSA_SYCL_VEC_ELEMENTS(4, )
URSA_SYCL_VEC_ELEMENTS(8, )
URSA_SYCL_VEC_ELEMENTS(16, )
#undef URSA_SYCL_VEC_ELEMENTS
#undef URSA_SYCL_VEC_SWIZZLE
#undef URSA_SYCL_VEC_NAME

// The number of elements that an argument of a constructor of vec<DataT, ...> gives; more than any
// vec has if it is no element and no vector of DataT.
template <typename DataT, typename Argument> constexpr int givenElements() {
  if constexpr (isVecLike<Argument>) {
    if constexpr (std::is_same_v<ElementOf<Argument>, DataT>)
      return ShapeOf<Argument>::count;
    else
      return ShapeOf<Argument>::count == 1 && std::is_convertible_v<const Argument &, DataT> ? 1
                                                                                             : 100;
  } else {
    return std::is_convertible_v<const Argument &, DataT> ? 1 : 100;
  }
}

} // namespace detail

template <typename DataT, int NumElements>
class vec : public detail::vec_operators::Operators,
            public detail::VecElements<vec<DataT, NumElements>, DataT, NumElements> {
  static_assert(detail::swizzles::isElementCount(NumElements),
                "a vec has 1, 2, 3, 4, 8 or 16 elements");
  static_assert(std::is_same_v<DataT, std::remove_cv_t<DataT>>,
                "the elements of a vec are neither const nor volatile");

  using Elements = detail::VecElements<vec<DataT, NumElements>, DataT, NumElements>;
  using Elements::data_;
  template <bool condition> using Enabled = std::enable_if_t<condition, int>;
  template <int... Indexes>
  using Writeable = detail::swizzles::Swizzle<DataT, NumElements, true, Indexes...>;
  template <int... Indexes>
  using Const = detail::swizzles::Swizzle<DataT, NumElements, false, Indexes...>;
  static constexpr int last = detail::storedCount(NumElements) - 1;
  static constexpr int half = detail::swizzles::halfCount(NumElements);
  template <int First, int Step>
  using WriteableChoice = detail::swizzles::Choice<Writeable, NumElements, First, Step, last>;
  template <int First, int Step>
  using ConstChoice = detail::swizzles::Choice<Const, NumElements, First, Step, last>;

public:
  using element_type = DataT;
  using value_type = DataT;

  vec() = default;
  constexpr vec(const vec &) = default;
  constexpr vec &operator=(const vec &) = default;

  template <int N = NumElements, Enabled<(N > 1)> = 0>
  constexpr explicit vec(const DataT &value) : Elements(std::in_place) {
    fill(value);
  }
  template <int N = NumElements, Enabled<N == 1> = 0>
  constexpr vec(const DataT &value) : Elements(std::in_place, value) {}
  /// vec<float, 1>{1.5}: a list must not narrow, but other compilers take it.
  template <typename T, int N = NumElements,
            Enabled<N == 1 && std::is_arithmetic_v<T> && std::is_arithmetic_v<DataT> &&
                    !std::is_same_v<T, DataT>> = 0>
  constexpr vec(T value) : Elements(std::in_place, static_cast<DataT>(value)) {}
  template <typename First, typename Second, typename... Rest,
            Enabled<detail::givenElements<DataT, First>() + detail::givenElements<DataT, Second>() +
                        (0 + ... + detail::givenElements<DataT, Rest>()) ==
                    NumElements> = 0>
  constexpr vec(const First &first, const Second &second, const Rest &...rest)
      : Elements(std::in_place) {
    int position = 0;
    append(position, first);
    append(position, second);
    (append(position, rest), ...);
  }
  // A view of one element converts to a vec and to its element: this constructor decides.
  template <int N, bool W, int Index, int M = NumElements, Enabled<M == 1> = 0>
  constexpr explicit vec(const detail::swizzles::Swizzle<DataT, N, W, Index> &view)
      : vec(view[0]) {}

  template <typename T, int N = NumElements,
            Enabled<N == 1 && !std::is_same_v<T, DataT> && !detail::isVecLike<T> &&
                    std::is_constructible_v<T, const DataT &>> = 0>
  constexpr explicit operator T() const {
    return static_cast<T>(data_[0]);
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr std::size_t size() noexcept { return NumElements; }
  [[deprecated("use byte_size()")]] static constexpr std::size_t get_size() { return byte_size(); }
  [[deprecated("use size()")]] static constexpr std::size_t get_count() { return size(); }

  template <typename ConvertT, rounding_mode RoundingMode = rounding_mode::automatic>
  vec<ConvertT, NumElements> convert() const {
    vec<ConvertT, NumElements> result{};
    const auto convertAll = [&result](const auto &elements) {
      URSA_SYCL_UNROLL for (int i = 0; i < NumElements; ++i) result[i] =
          detail::convertTo<ConvertT, RoundingMode>(
              static_cast<DataT>(detail::fromNativeElement(elements[i])));
    };
    // Drivers may lack conversions of vectors of half.
    if constexpr (detail::isCast<ConvertT, DataT, RoundingMode> && std::is_arithmetic_v<DataT> &&
                  std::is_arithmetic_v<ConvertT> && detail::hasNative<DataT, NumElements> &&
                  detail::hasNative<ConvertT, NumElements>)
      result = __builtin_bit_cast(
          decltype(result),
          __builtin_convertvector(detail::toNative(*this), detail::Native<decltype(result)>));
    else if constexpr (detail::hasNative<DataT, NumElements>)
      convertAll(detail::toNative(*this)); // one load
    else
      convertAll(data_);
    return result;
  }
  template <typename AsT> constexpr AsT as() const { return bit_cast<AsT>(*this); }

  template <int... Indexes> constexpr Writeable<Indexes...> swizzle() {
    checkIndexes<Indexes...>();
    return Writeable<Indexes...>(*this);
  }
  template <int... Indexes> constexpr Const<Indexes...> swizzle() const {
    checkIndexes<Indexes...>();
    return Const<Indexes...>(*this);
  }

#define URSA_SYCL_VEC_CHOICE(name, first, step)                                                    \
  template <int N = NumElements, Enabled<(N > 1)> = 0> constexpr auto name() {                     \
    return WriteableChoice<first, step>(*this);                                                    \
  }                                                                                                \
  template <int N = NumElements, Enabled<(N > 1)> = 0> constexpr auto name() const {               \
    return ConstChoice<first, step>(*this);                                                        \
  }
  URSA_SYCL_VEC_CHOICE(lo, 0, 1)
  URSA_SYCL_VEC_CHOICE(hi, half, 1)
  URSA_SYCL_VEC_CHOICE(odd, 1, 2)
  URSA_SYCL_VEC_CHOICE(even, 0, 2)
#undef URSA_SYCL_VEC_CHOICE

  // Pointer is a pointer or multi_ptr to DataT; `offset` counts vectors without padding.
  template <typename Pointer> constexpr void load(std::size_t offset, Pointer pointer) {
    URSA_SYCL_UNROLL for (int i = 0; i < NumElements; ++i) data_[i] =
        pointer[offset * NumElements + i];
  }
  template <typename Pointer> constexpr void store(std::size_t offset, Pointer pointer) const {
    URSA_SYCL_UNROLL for (int i = 0; i < NumElements; ++i) pointer[offset * NumElements + i] =
        data_[i];
  }

  /// @{ The same; the program names the address space of the multi_ptr.
  template <access::address_space, access::decorated..., typename Pointer>
  constexpr void load(std::size_t offset, Pointer pointer) {
    load(offset, pointer);
  }
  template <access::address_space, access::decorated..., typename Pointer>
  constexpr void store(std::size_t offset, Pointer pointer) const {
    store(offset, pointer);
  }
  /// @}

  constexpr DataT &operator[](int index) { return data_[index]; }
  constexpr const DataT &operator[](int index) const { return data_[index]; }

  template <typename T,
            Enabled<!std::is_same_v<T, vec> && std::is_convertible_v<const T &, DataT> &&
                    !(detail::isVecLike<T> && detail::ShapeOf<T>::count == NumElements)> = 0>
  constexpr vec &operator=(const T &right) {
    fill(right);
    return *this;
  }

  // Assigns the result of a compound assignment, an increment or a decrement.
  constexpr vec &assignResult(const vec &result) & { return *this = result; }

private:
  template <int... Indexes> static constexpr void checkIndexes() {
    static_assert(detail::swizzles::isElementCount(sizeof...(Indexes)),
                  "a swizzle has 1, 2, 3, 4, 8 or 16 elements");
    static_assert((true && ... && (Indexes >= 0 && Indexes < NumElements)),
                  "each index of a swizzle is one of the vec's elements");
  }

  constexpr void fill(const DataT &value) {
    const DataT copy = value;
    URSA_SYCL_UNROLL for (int i = 0; i < NumElements; ++i) data_[i] = copy;
  }

  template <typename Argument> constexpr void append(int &position, const Argument &argument) {
    if constexpr (detail::isVecLike<Argument> &&
                  std::is_same_v<detail::ElementOf<Argument>, DataT>) {
      URSA_SYCL_UNROLL for (int i = 0; i < detail::ShapeOf<Argument>::count; ++i)
          data_[position++] = argument[i];
    } else {
      data_[position++] = argument;
    }
  }
};

template <typename T, typename... Us,
          std::enable_if_t<(true && ... && std::is_same_v<T, Us>), int> = 0>
vec(T, Us...) -> vec<T, sizeof...(Us) + 1>;

#define URSA_SYCL_VEC_ALIASES(name, type)                                                          \
  using name##2 = vec<type, 2>;                                                                    \
  using name##3 = vec<type, 3>;                                                                    \
  using name##4 = vec<type, 4>;                                                                    \
  using name##8 = vec<type, 8>;                                                                    \
  using name##16 = vec<type, 16>;
URSA_SYCL_VEC_ALIASES(char, std::int8_t)
URSA_SYCL_VEC_ALIASES(uchar, std::uint8_t)
URSA_SYCL_VEC_ALIASES(short, std::int16_t)
URSA_SYCL_VEC_ALIASES(ushort, std::uint16_t)
URSA_SYCL_VEC_ALIASES(int, std::int32_t)
URSA_SYCL_VEC_ALIASES(uint, std::uint32_t)
URSA_SYCL_VEC_ALIASES(long, std::int64_t)
URSA_SYCL_VEC_ALIASES(ulong, std::uint64_t)
URSA_SYCL_VEC_ALIASES(half, half)
URSA_SYCL_VEC_ALIASES(float, float)
URSA_SYCL_VEC_ALIASES(double, double)
#undef URSA_SYCL_VEC_ALIASES

} // namespace sycl
} // namespace ursa_sycl
