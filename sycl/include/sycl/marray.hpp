// sycl::marray (SYCL 2020, 4.14.3): a fixed number of numbers, laid out as std::array, with
// operators on all of them. Relations and logical operators give marray<bool, N>.
#pragma once

#include <sycl/detail/vec_traits.hpp>
#include <sycl/half.hpp>
#include <sycl/is_device_copyable.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace marray_operators {

// Argument-dependent lookup finds the operators for classes that derive from this one.
struct Operators {};

// An operand that is no marray of the type M gives the same value for each element.
template <typename M, typename Operand> class Elements {
public:
  constexpr Elements(const Operand &operand) : value_(operand) {}
  constexpr const ElementOf<M> &operator[](std::size_t) const { return value_; }

private:
  ElementOf<M> value_;
};
template <typename M> class Elements<M, M> {
public:
  constexpr Elements(const M &operand) : value_(operand) {}
  constexpr const ElementOf<M> &operator[](std::size_t index) const { return value_[index]; }

private:
  const M &value_;
};

template <typename M, typename Operand>
inline constexpr bool fits =
    std::is_same_v<M, Operand> || std::is_convertible_v<const Operand &, ElementOf<M>>;

// The marray in which Left and Right are computed. There is none if an operand fits to no marray.
template <typename Left, typename Right> constexpr auto operandMarray() {
  if constexpr (isMarray<Left>) {
    if constexpr (fits<Left, Right>)
      return static_cast<Left *>(nullptr);
    else if constexpr (isMarray<Right>)
      if constexpr (fits<Right, Left>)
        return static_cast<Right *>(nullptr);
  } else if constexpr (isMarray<Right>) {
    if constexpr (fits<Right, Left>)
      return static_cast<Right *>(nullptr);
  }
}

// M if it is a marray whose elements the operator accepts.
template <typename M, bool integersOnly>
using Accepted =
    std::enable_if_t<isMarray<M> && !(integersOnly && isFloatingPoint<ElementOf<M>>), M>;
template <typename Left, typename Right, bool integersOnly>
using OperandMarray =
    Accepted<std::remove_pointer_t<decltype(operandMarray<Left, Right>())>, integersOnly>;

#define URSA_SYCL_MARRAY_BINARY(op, integersOnly)                                                  \
  template <typename Left, typename Right, typename M = OperandMarray<Left, Right, integersOnly>>  \
  constexpr M operator op(const Left &left, const Right &right) {                                  \
    const Elements<M, Left> l(left);                                                               \
    const Elements<M, Right> r(right);                                                             \
    M result{};                                                                                    \
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < M::size(); ++i) result[i] =                       \
        asElement<ElementOf<M>>(l[i] op r[i]);                                                     \
    return result;                                                                                 \
  }                                                                                                \
  template <typename Left, typename Right = Left,                                                  \
            typename = std::enable_if_t<fits<Accepted<Left, integersOnly>, Right>>>                \
  constexpr Left &operator op##=(Left &left, const Right &right) {                                 \
    const Elements<Left, Right> r(right);                                                          \
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < Left::size(); ++i) left[i] =                      \
        asElement<ElementOf<Left>>(left[i] op r[i]);                                               \
    return left;                                                                                   \
  }
template <typename Element, typename Result> constexpr Element asElement(const Result &result) {
  return static_cast<Element>(result);
}
URSA_SYCL_MARRAY_BINARY(+, false)
URSA_SYCL_MARRAY_BINARY(-, false)
URSA_SYCL_MARRAY_BINARY(*, false)
URSA_SYCL_MARRAY_BINARY(/, false)
URSA_SYCL_MARRAY_BINARY(%, true)
URSA_SYCL_MARRAY_BINARY(&, true)
URSA_SYCL_MARRAY_BINARY(|, true)
URSA_SYCL_MARRAY_BINARY(^, true)
URSA_SYCL_MARRAY_BINARY(<<, true)
URSA_SYCL_MARRAY_BINARY(>>, true)
#undef URSA_SYCL_MARRAY_BINARY

#define URSA_SYCL_MARRAY_RELATION(op)                                                              \
  template <typename Left, typename Right, typename M = OperandMarray<Left, Right, false>>         \
  constexpr typename RelationOf<M>::Type operator op(const Left &left, const Right &right) {       \
    const Elements<M, Left> l(left);                                                               \
    const Elements<M, Right> r(right);                                                             \
    typename RelationOf<M>::Type result{};                                                         \
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < M::size(); ++i) result[i] =                       \
        static_cast<bool>(l[i] op r[i]);                                                           \
    return result;                                                                                 \
  }
URSA_SYCL_MARRAY_RELATION(&&)
URSA_SYCL_MARRAY_RELATION(||)
URSA_SYCL_MARRAY_RELATION(==)
URSA_SYCL_MARRAY_RELATION(!=)
URSA_SYCL_MARRAY_RELATION(<)
URSA_SYCL_MARRAY_RELATION(>)
URSA_SYCL_MARRAY_RELATION(<=)
URSA_SYCL_MARRAY_RELATION(>=)
#undef URSA_SYCL_MARRAY_RELATION

#define URSA_SYCL_MARRAY_UNARY(op)                                                                 \
  template <typename Operand, typename M = Accepted<Operand, false>>                               \
  constexpr M operator op(const Operand &operand) {                                                \
    M result{};                                                                                    \
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < M::size(); ++i) result[i] =                       \
        asElement<ElementOf<M>>(op operand[i]);                                                    \
    return result;                                                                                 \
  }
URSA_SYCL_MARRAY_UNARY(+)
URSA_SYCL_MARRAY_UNARY(-)
#undef URSA_SYCL_MARRAY_UNARY

template <typename Operand, typename M = Accepted<Operand, true>>
constexpr M operator~(const Operand &operand) {
  M result{};
  URSA_SYCL_UNROLL for (std::size_t i = 0; i < M::size(); ++i) {
    if constexpr (std::is_same_v<ElementOf<M>, bool>)
      result[i] = true;
    else
      result[i] = asElement<ElementOf<M>>(~operand[i]);
  }
  return result;
}

template <typename Operand, typename M = Accepted<Operand, false>>
constexpr typename RelationOf<M>::Type operator!(const Operand &operand) {
  typename RelationOf<M>::Type result{};
  URSA_SYCL_UNROLL for (std::size_t i = 0; i < M::size(); ++i) result[i] = !operand[i];
  return result;
}

#define URSA_SYCL_MARRAY_STEP(step)                                                                \
  template <typename Operand,                                                                      \
            typename =                                                                             \
                std::enable_if_t<!std::is_same_v<ElementOf<Accepted<Operand, false>>, bool>>>      \
  constexpr Operand &operator step(Operand &operand) {                                             \
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < Operand::size(); ++i) step operand[i];            \
    return operand;                                                                                \
  }                                                                                                \
  template <typename Operand,                                                                      \
            typename =                                                                             \
                std::enable_if_t<!std::is_same_v<ElementOf<Accepted<Operand, false>>, bool>>>      \
  constexpr Operand operator step(Operand &operand, int) {                                         \
    const Operand before = operand;                                                                \
    step operand;                                                                                  \
    return before;                                                                                 \
  }
URSA_SYCL_MARRAY_STEP(++)
URSA_SYCL_MARRAY_STEP(--)
#undef URSA_SYCL_MARRAY_STEP

} // namespace marray_operators

// A marray of one element converts to the element.
template <typename Marray, typename DataT, std::size_t Count> class MarrayConversion {};
template <typename Marray, typename DataT> class MarrayConversion<Marray, DataT, 1> {
public:
  constexpr operator DataT() const { return static_cast<const Marray &>(*this)[0]; }
};

// The number of elements that an argument of a constructor of marray<DataT, count> gives; more than
// count if it is no element and no marray of DataT.
template <typename DataT, typename Argument>
constexpr std::size_t givenMarrayElements(std::size_t count) {
  if constexpr (isMarray<Argument>) {
    if constexpr (std::is_same_v<ElementOf<Argument>, DataT>)
      return ShapeOf<Argument>::count;
    else
      return std::is_convertible_v<const Argument &, DataT> ? 1 : count + 1;
  } else {
    return std::is_convertible_v<const Argument &, DataT> ? 1 : count + 1;
  }
}

} // namespace detail

template <typename DataT, std::size_t NumElements>
class marray : public detail::marray_operators::Operators,
               public detail::MarrayConversion<marray<DataT, NumElements>, DataT, NumElements> {
  static_assert(NumElements > 0, "an marray has at least one element");

public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;
  using iterator = DataT *;
  using const_iterator = const DataT *;

  marray() = default;
  constexpr marray(const marray &) = default;
  constexpr marray(marray &&) = default;
  constexpr marray &operator=(const marray &) = default;
  constexpr marray &operator=(marray &&) = default;

  explicit constexpr marray(const DataT &value)
      : marray(std::make_index_sequence<NumElements>(), value) {}
  template <
      typename... Args,
      std::enable_if_t<(sizeof...(Args) > 1 || (sizeof...(Args) == NumElements &&
                                                !(false || ... || detail::isMarray<Args>))) &&
                           (std::size_t(0) + ... +
                            detail::givenMarrayElements<DataT, Args>(NumElements)) == NumElements,
                       int> = 0>
  constexpr marray(const Args &...args)
      : marray(std::make_index_sequence<NumElements>(), args...) {}

  static constexpr std::size_t size() noexcept { return NumElements; }

  constexpr reference operator[](std::size_t index) { return data_[index]; }
  constexpr const_reference operator[](std::size_t index) const { return data_[index]; }

  constexpr marray &operator=(const DataT &value) {
    fill(value);
    return *this;
  }

  constexpr iterator begin() { return data_; }
  constexpr const_iterator begin() const { return data_; }
  constexpr iterator end() { return data_ + NumElements; }
  constexpr const_iterator end() const { return data_ + NumElements; }

private:
  constexpr void fill(const DataT &value) {
    const DataT copy = value;
    URSA_SYCL_UNROLL for (std::size_t i = 0; i < NumElements; ++i) data_[i] = copy;
  }

  // Elements are initialized, not assigned: assignments of a program's own type need not be
  // constexpr.
  template <std::size_t... Indexes, typename... Args>
  constexpr marray(std::index_sequence<Indexes...>, const Args &...args)
      : data_{elementAt(Indexes, args...)...} {}

  // The element of a sequence of numbers and marrays; the last for all indexes that are left.
  template <typename First, typename... Rest>
  static constexpr DataT elementAt(std::size_t index, const First &first, const Rest &...rest) {
    constexpr bool isPart =
        detail::isMarray<First> && std::is_same_v<detail::ElementOf<First>, DataT>;
    if constexpr (sizeof...(Rest) != 0) {
      constexpr std::size_t count = isPart ? std::size_t(detail::ShapeOf<First>::count) : 1;
      if (index >= count)
        return elementAt(index - count, rest...);
    }
    if constexpr (isPart)
      return first[index];
    else
      return first;
  }

  DataT data_[NumElements];
};

template <typename T, typename... Us,
          std::enable_if_t<(true && ... && std::is_same_v<T, Us>), int> = 0>
marray(T, Us...) -> marray<T, sizeof...(Us) + 1>;

template <typename DataT, std::size_t NumElements>
struct is_device_copyable<marray<DataT, NumElements>> : is_device_copyable<DataT> {};

#define URSA_SYCL_MARRAY_ALIASES(name, type)                                                       \
  using m##name##2 = marray<type, 2>;                                                              \
  using m##name##3 = marray<type, 3>;                                                              \
  using m##name##4 = marray<type, 4>;                                                              \
  using m##name##8 = marray<type, 8>;                                                              \
  using m##name##16 = marray<type, 16>;
URSA_SYCL_MARRAY_ALIASES(char, std::int8_t)
URSA_SYCL_MARRAY_ALIASES(uchar, std::uint8_t)
URSA_SYCL_MARRAY_ALIASES(short, std::int16_t)
URSA_SYCL_MARRAY_ALIASES(ushort, std::uint16_t)
URSA_SYCL_MARRAY_ALIASES(int, std::int32_t)
URSA_SYCL_MARRAY_ALIASES(uint, std::uint32_t)
URSA_SYCL_MARRAY_ALIASES(long, std::int64_t)
URSA_SYCL_MARRAY_ALIASES(ulong, std::uint64_t)
URSA_SYCL_MARRAY_ALIASES(half, half)
URSA_SYCL_MARRAY_ALIASES(float, float)
URSA_SYCL_MARRAY_ALIASES(double, double)
URSA_SYCL_MARRAY_ALIASES(bool, bool)
#undef URSA_SYCL_MARRAY_ALIASES

} // namespace sycl
} // namespace ursa_sycl
