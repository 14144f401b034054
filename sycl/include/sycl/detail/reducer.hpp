// sycl::reducer (SYCL 2020, 4.9.2.3), and what sycl::reduction returns.
#pragma once

#include <sycl/detail/pack_functions.hpp>
#include <sycl/detail/reduction_launch.hpp>
#include <sycl/known_identity.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

/// @{ A sum so far. Without an identity it may be empty.
template <class T, bool HasIdentity> struct Sum {
  T value;
  template <class Op> void add(const Op &op, const T &other) {
    value = static_cast<T>(op(value, other));
  }
  template <class Op> static Sum combine(const Op &op, Sum a, const Sum &b) {
    a.add(op, b.value);
    return a;
  }
  bool hasValue() const { return true; }
};
template <class T> struct Sum<T, false> {
  T value;
  bool has;
  template <class Op> void add(const Op &op, const T &other) {
    value = has ? static_cast<T>(op(value, other)) : other;
    has = true;
  }
  template <class Op> static Sum combine(const Op &op, Sum a, const Sum &b) {
    if (b.has)
      a.add(op, b.value);
    return a;
  }
  bool hasValue() const { return has; }
};
template <class S, class Op> struct CombineSums {
  Op op;
  S operator()(const S &a, const S &b) const { return S::combine(op, a, b); }
};
template <class T, class Op> struct LaneIdentity<CombineSums<Sum<T, true>, Op>> {
  static constexpr bool isKnown = hasKnownIdentity<Op, T>();
  static Sum<T, true> value() { return {knownIdentity<Op, T>()}; }
};
/// @}

/// The value that a reduction begins with; nothing if it has no identity.
template <class T, bool HasIdentity> struct Identity { T value; };
template <class T> struct Identity<T, false> {};

/// The result of sycl::reduction. @p Place is a pointer or an accessor.
/// @tparam Extent elements of an array of which each is reduced; 0: one variable
template <class T, class BinaryOperation, bool HasIdentity, class Place, std::size_t Extent = 0>
struct Reduction {
  using Value = T;
  using Operation = BinaryOperation;
  using SumType = Sum<T, HasIdentity>;
  static constexpr bool kHasIdentity = HasIdentity;
  static constexpr int kDimensions = Extent == 0 ? 0 : 1;
  static constexpr std::size_t kElements = Extent == 0 ? 1 : Extent;

  Place place;
  BinaryOperation operation;
  Identity<T, HasIdentity> identity;
  bool ignoresOld;

  SumType begin() const {
    if constexpr (HasIdentity)
      return SumType{identity.value};
    else
      return SumType{place[0], false};
  }
  void finish(std::size_t element, const SumType &sum) const {
    T &result = place[element];
    if (ignoresOld)
      result = sum.value;
    else if (sum.hasValue())
      result = static_cast<T>(operation(result, sum.value));
  }
};
template <class T, class Op, bool HasIdentity, class Place, std::size_t Extent>
struct IsReduction<Reduction<T, Op, HasIdentity, Place, Extent>> : std::true_type {};

/// Whether an operation is one for which a reducer has operators.
template <class Op, class T>
inline constexpr bool isPlus = knownOperation<Op, T> == KnownOperation::Plus;

struct Reducers;

} // namespace detail

/// Combines values of one work-item (SYCL 2020, 4.9.2.3).
template <class T, class BinaryOperation, int Dimensions = 0, std::size_t Extent = 1,
          bool HasIdentity = true>
class reducer {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = Dimensions;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  reducer &combine(const T &partial) {
    sum_.add(operation_, partial);
    return *this;
  }
  template <bool Has = HasIdentity, class = std::enable_if_t<Has>> T identity() const {
    return identity_.value;
  }

#define __URSA_REDUCER(op, Operation)                                                              \
  template <class Op = BinaryOperation,                                                            \
            std::enable_if_t<detail::knownOperation<Op, T> == detail::KnownOperation::Operation,   \
                             int> = 0>                                                             \
  reducer &operator op(const T &partial) {                                                         \
    return combine(partial);                                                                       \
  }
  __URSA_REDUCER(+=, Plus)
  __URSA_REDUCER(*=, Multiplies)
  __URSA_REDUCER(&=, BitAnd)
  __URSA_REDUCER(|=, BitOr)
  __URSA_REDUCER(^=, BitXor)
#undef __URSA_REDUCER
  template <class Op = BinaryOperation,
            std::enable_if_t<detail::isPlus<Op, T> && std::is_integral_v<T>, int> = 0>
  reducer &operator++() {
    return combine(static_cast<T>(1));
  }
  template <class Op = BinaryOperation,
            std::enable_if_t<detail::isPlus<Op, T> && std::is_integral_v<T>, int> = 0>
  void operator++(int) {
    combine(static_cast<T>(1));
  }

private:
  friend struct detail::Reducers;
  template <class Reduction>
  explicit reducer(const Reduction &reduction)
      : operation_(reduction.operation), identity_(reduction.identity), sum_(reduction.begin()) {}

  BinaryOperation operation_;
  detail::Identity<T, HasIdentity> identity_;
  detail::Sum<T, HasIdentity> sum_;
};

namespace detail {

template <class R>
using ElementReducerOf = reducer<typename R::Value, typename R::Operation, 0, 1, R::kHasIdentity>;
template <class R>
using ReducerOf = reducer<typename R::Value, typename R::Operation, R::kDimensions, R::kElements,
                          R::kHasIdentity>;

struct Reducers {
  template <class R> static ReducerOf<R> make(const R &reduction) {
    return ReducerOf<R>(reduction);
  }
  template <class R> static ElementReducerOf<R> makeElement(const R &reduction) {
    return ElementReducerOf<R>(reduction);
  }
  template <class T, class Op, std::size_t Extent, bool HasIdentity>
  static const auto &sum(const reducer<T, Op, 0, Extent, HasIdentity> &reducer, std::size_t) {
    return reducer.sum_;
  }
  template <class T, class Op, std::size_t Extent, bool HasIdentity>
  static const auto &sum(const reducer<T, Op, 1, Extent, HasIdentity> &reducer,
                         std::size_t element) {
    return reducer.elements_[element].sum_;
  }
};

} // namespace detail

/// Combines values for each element of an array.
template <class T, class BinaryOperation, std::size_t Extent, bool HasIdentity>
class reducer<T, BinaryOperation, 1, Extent, HasIdentity> {
  using Element = reducer<T, BinaryOperation, 0, 1, HasIdentity>;

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 1;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  Element &operator[](std::size_t index) { return elements_[index]; }
  template <bool Has = HasIdentity, class = std::enable_if_t<Has>> T identity() const {
    return elements_[0].identity();
  }

private:
  friend struct detail::Reducers;
  template <class Reduction>
  explicit reducer(const Reduction &reduction)
      : reducer(reduction, std::make_index_sequence<Extent>()) {}
  template <class Reduction, std::size_t... I>
  reducer(const Reduction &reduction, std::index_sequence<I...>)
      : elements_{((void)I, detail::Reducers::makeElement(reduction))...} {}

  Element elements_[Extent];
};

} // namespace sycl
} // namespace ursa_sycl
