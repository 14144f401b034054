// The operators of sycl::vec and its swizzles (SYCL 2020, 4.14.2). Each is one template over its
// operands: classes that have them derive from Operators, so that argument-dependent lookup finds
// them for these classes alone.
#pragma once

#include <sycl/detail/vec_traits.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
// The elements that an operator accepts.
enum class ElementSet { numbers, integers, bits, any };

template <typename T> constexpr bool accepts(ElementSet set) {
  switch (set) {
  case ElementSet::numbers:
    return isNumber<T> || isNumberClass<T>;
  case ElementSet::integers:
    return std::is_integral_v<T>;
  case ElementSet::bits:
    return std::is_integral_v<T> || std::is_same_v<T, std::byte>;
  case ElementSet::any:
    return true;
  }
  return false;
}

namespace vec_operators {

struct Operators {};

// The vec in which Left and Right are computed: that of the operands if both are vec or swizzles of
// one type and size, that of one operand if the other converts to it or to its element. There is
// none otherwise.
template <typename Vec, typename Other>
inline constexpr bool converts = std::is_convertible_v<const Other &, ElementOf<Vec>> ||
                                 (!isVecLike<Other> && std::is_convertible_v<const Other &, Vec>);

template <typename Left, typename Right> constexpr auto operandVec() {
  if constexpr (isVecLike<Left> && isVecLike<Right>) {
    if constexpr (std::is_same_v<ValueOf<Left>, ValueOf<Right>>)
      return static_cast<ValueOf<Left> *>(nullptr);
    else if constexpr (converts<ValueOf<Left>, Right> && ShapeOf<Right>::count == 1)
      return static_cast<ValueOf<Left> *>(nullptr);
    else if constexpr (converts<ValueOf<Right>, Left> && ShapeOf<Left>::count == 1)
      return static_cast<ValueOf<Right> *>(nullptr);
  } else if constexpr (isVecLike<Left>) {
    if constexpr (converts<ValueOf<Left>, Right>)
      return static_cast<ValueOf<Left> *>(nullptr);
  } else if constexpr (isVecLike<Right>) {
    if constexpr (converts<ValueOf<Right>, Left>)
      return static_cast<ValueOf<Right> *>(nullptr);
  }
}

template <typename Left, typename Right>
using OperandVec = std::remove_pointer_t<decltype(operandVec<Left, Right>())>;

// V if it is a vec whose elements the operator accepts.
template <typename V, ElementSet set>
using Accepted = std::enable_if_t<isVecLike<V> && accepts<ElementOf<V>>(set), V>;

// The elements of an operand, converted to those of V.
template <typename V, typename Operand> class Elements {
public:
  constexpr Elements(const Operand &operand) : value_(convert(operand)) {}
  constexpr ElementOf<V> operator[](int index) const {
    if constexpr (isVec)
      return value_[index];
    else
      return value_;
  }
  auto native() const {
    if constexpr (isVec)
      return toNative(value_);
    else
      return Native<V>(toNativeElement(value_));
  }

private:
  // Swizzles, and what converts to V alone.
  static constexpr bool isVec =
      std::is_same_v<ValueOf<Operand>, V> || !std::is_convertible_v<const Operand &, ElementOf<V>>;
  using Value = std::conditional_t<isVec, V, ElementOf<V>>;
  static constexpr Value convert(const Operand &operand) { return operand; }
  const Value value_;
};
template <typename V> class Elements<V, V> {
public:
  constexpr Elements(const V &operand) : value_(operand) {}
  constexpr const ElementOf<V> &operator[](int index) const { return value_[index]; }
  auto native() const { return toNative(value_); }

private:
  const V &value_;
};

// The result of an operation on elements as an element.
template <typename Element, typename Result> constexpr Element asElement(Result result) {
  return static_cast<Element>(result);
}

template <typename T> using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

// Whether devices compute an operation on vectors of the compiler. Those do not promote small
// integers to int: divisions and shifts of them would differ, and are computed element by element.
template <typename V>
inline constexpr bool hasNativeFloats =
    hasNative<ElementOf<V>, ShapeOf<V>::count> &&isFloatingPoint<ElementOf<V>>;
template <typename V>
inline constexpr bool hasNativeNumbers = hasNative<ElementOf<V>, ShapeOf<V>::count>;
template <typename V> inline constexpr bool hasNativeNone = false;

#define URSA_SYCL_VEC_BINARY(op, set, natively)                                                    \
  template <typename Left, typename Right,                                                         \
            typename V = Accepted<OperandVec<Left, Right>, ElementSet::set>>                       \
  constexpr V operator op(const Left &left, const Right &right) {                                  \
    const Elements<V, Left> l(left);                                                               \
    const Elements<V, Right> r(right);                                                             \
    if constexpr (hasNative##natively<V>)                                                          \
      if (!__builtin_is_constant_evaluated())                                                      \
        return __builtin_bit_cast(V, l.native() op r.native());                                    \
    V result{};                                                                                    \
    URSA_SYCL_UNROLL for (int i = 0; i < ShapeOf<V>::count; ++i) result[i] =                       \
        asElement<ElementOf<V>>(l[i] op r[i]);                                                     \
    return result;                                                                                 \
  }                                                                                                \
  template <typename Left, typename Right = ValueOf<Plain<Left>>,                                  \
            typename V = Accepted<ValueOf<Plain<Left>>, ElementSet::set>,                          \
            typename = std::enable_if_t<std::is_same_v<V, OperandVec<Plain<Left>, Right>>>>        \
  constexpr auto operator op##=(Left &&left, const Right &right)                                   \
      ->decltype(static_cast<Left &&>(left).assignResult(V())) {                                   \
    return static_cast<Left &&>(left).assignResult(left op right);                                 \
  }
URSA_SYCL_VEC_BINARY(+, numbers, Numbers)
URSA_SYCL_VEC_BINARY(-, numbers, Numbers)
URSA_SYCL_VEC_BINARY(*, numbers, Numbers)
URSA_SYCL_VEC_BINARY(/, numbers, Floats)
URSA_SYCL_VEC_BINARY(%, integers, None)
URSA_SYCL_VEC_BINARY(&, bits, Numbers)
URSA_SYCL_VEC_BINARY(|, bits, Numbers)
URSA_SYCL_VEC_BINARY(^, bits, Numbers)
URSA_SYCL_VEC_BINARY(<<, integers, None)
URSA_SYCL_VEC_BINARY(>>, integers, None)
#undef URSA_SYCL_VEC_BINARY

// True is -1.
#define URSA_SYCL_VEC_RELATION(op, set)                                                            \
  template <typename Left, typename Right,                                                         \
            typename V = Accepted<OperandVec<Left, Right>, ElementSet::set>>                       \
  constexpr typename RelationOf<V>::Type operator op(const Left &left, const Right &right) {       \
    const Elements<V, Left> l(left);                                                               \
    const Elements<V, Right> r(right);                                                             \
    typename RelationOf<V>::Type result{};                                                         \
    URSA_SYCL_UNROLL for (int i = 0; i < ShapeOf<V>::count; ++i) result[i] =                       \
        static_cast<SignedOf<ElementOf<V>>>(l[i] op r[i] ? -1 : 0);                                \
    return result;                                                                                 \
  }
URSA_SYCL_VEC_RELATION(&&, numbers)
URSA_SYCL_VEC_RELATION(||, numbers)
URSA_SYCL_VEC_RELATION(==, any)
URSA_SYCL_VEC_RELATION(!=, any)
URSA_SYCL_VEC_RELATION(<, any)
URSA_SYCL_VEC_RELATION(>, any)
URSA_SYCL_VEC_RELATION(<=, any)
URSA_SYCL_VEC_RELATION(>=, any)
#undef URSA_SYCL_VEC_RELATION

#define URSA_SYCL_VEC_UNARY(op, set)                                                               \
  template <typename Operand, typename V = Accepted<ValueOf<Operand>, ElementSet::set>>            \
  constexpr V operator op(const Operand &operand) {                                                \
    const Elements<V, Operand> elements(operand);                                                  \
    V result{};                                                                                    \
    URSA_SYCL_UNROLL for (int i = 0; i < ShapeOf<V>::count; ++i) result[i] =                       \
        asElement<ElementOf<V>>(op elements[i]);                                                   \
    return result;                                                                                 \
  }
URSA_SYCL_VEC_UNARY(+, numbers)
URSA_SYCL_VEC_UNARY(-, numbers)
#undef URSA_SYCL_VEC_UNARY

template <typename Operand, typename V = Accepted<ValueOf<Operand>, ElementSet::bits>>
constexpr V operator~(const Operand &operand) {
  const Elements<V, Operand> elements(operand);
  V result{};
  URSA_SYCL_UNROLL for (int i = 0; i < ShapeOf<V>::count; ++i) {
    if constexpr (std::is_same_v<ElementOf<V>, bool>)
      result[i] = true;
    else
      result[i] = static_cast<ElementOf<V>>(~elements[i]);
  }
  return result;
}

template <typename Operand, typename V = Accepted<ValueOf<Operand>, ElementSet::numbers>>
constexpr typename RelationOf<V>::Type operator!(const Operand &operand) {
  return operand == ElementOf<V>(0);
}

#define URSA_SYCL_VEC_STEP(step, op)                                                               \
  template <typename Operand, typename V = Accepted<ValueOf<Plain<Operand>>, ElementSet::numbers>, \
            typename = std::enable_if_t<!std::is_same_v<ElementOf<V>, bool>>>                      \
  constexpr auto operator step(Operand &&operand)                                                  \
      ->decltype(static_cast<Operand &&>(operand).assignResult(V())) {                             \
    return static_cast<Operand &&>(operand).assignResult(operand op ElementOf<V>(1));              \
  }                                                                                                \
  template <typename Operand, typename V = Accepted<ValueOf<Plain<Operand>>, ElementSet::numbers>, \
            typename = std::enable_if_t<!std::is_same_v<ElementOf<V>, bool>>>                      \
  constexpr auto operator step(Operand &&operand, int)                                             \
      ->decltype(static_cast<Operand &&>(operand).assignResult(V()), V()) {                        \
    const V before = operand;                                                                      \
    static_cast<Operand &&>(operand).assignResult(before op ElementOf<V>(1));                      \
    return before;                                                                                 \
  }
URSA_SYCL_VEC_STEP(++, +)
URSA_SYCL_VEC_STEP(--, -)
#undef URSA_SYCL_VEC_STEP

} // namespace vec_operators
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
