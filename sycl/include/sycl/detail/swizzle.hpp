// Views of chosen elements of a sycl::vec (SYCL 2020, 4.14.2.3): what swizzle<...>(), lo(), hi(),
// odd(), even() and the named swizzles return. Views cannot be copied; they live as long as the
// expression that makes them, and the vec must.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/detail/vec_names.hpp>
#include <sycl/detail/vec_operators.hpp>
#include <sycl/detail/vec_traits.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

enum class rounding_mode;

namespace detail {
namespace swizzles {

// Element number `position` of a list of indexes.
template <int... Indexes> constexpr int indexAt(int position) {
  const int indexes[] = {Indexes...};
  return indexes[position];
}

template <int... Indexes> constexpr bool distinct() {
  const int indexes[] = {Indexes...};
  for (std::size_t i = 0; i < sizeof...(Indexes); ++i)
    for (std::size_t j = i + 1; j < sizeof...(Indexes); ++j)
      if (indexes[i] == indexes[j])
        return false;
  return true;
}

constexpr bool isElementCount(std::size_t count) {
  return count == 1 || count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
}

// The number of elements of each half of a vec. One of three elements counts as one of four.
constexpr int halfCount(int count) { return count == 3 ? 2 : count / 2; }

// View<First, First + Step, ...>: Chosen is a class template of indexes, Last the largest index.
template <template <int...> class Chosen, int First, int Step, int Last, int... Positions>
auto choose(std::integer_sequence<int, Positions...>)
    -> Chosen<(First + Step * Positions < Last ? First + Step * Positions : Last)...>;
template <template <int...> class Chosen, int Count, int First, int Step, int Last>
using Choice = decltype(choose<Chosen, First, Step, Last>(
    std::make_integer_sequence<int, halfCount(Count)>()));

// A view of one element converts to the element.
template <typename View, typename DataT, int Count> class ViewConversion {};
template <typename View, typename DataT> class ViewConversion<View, DataT, 1> {
public:
  constexpr operator DataT() const { return static_cast<const View &>(*this).template at<0>(); }
};

// The named elements and swizzles of a view of Count elements. View derives from it.
template <typename View, typename Reference, int Count> class ViewNames;
#define URSA_SYCL_VIEW_NAME(name, index)                                                           \
  constexpr Reference name() const { return view().template at<index>(); }
#define URSA_SYCL_VIEW_SWIZZLE(name, ...)                                                          \
  constexpr auto name() const { return view().template swizzle<__VA_ARGS__>(); }
#define URSA_SYCL_VIEW_NAMES(count)                                                                \
  template <typename View, typename Reference> class ViewNames<View, Reference, count> {           \
    constexpr const View &view() const { return static_cast<const View &>(*this); }                \
                                                                                                   \
  public:                                                                                          \
    URSA_SYCL_VEC_NAMES_##count(URSA_SYCL_VIEW_NAME) URSA_SYCL_VEC_SWIZZLES_                       \
        ##count(URSA_SYCL_VIEW_SWIZZLE)                                                            \
  };
URSA_SYCL_VIEW_NAMES(1)
URSA_SYCL_VIEW_NAMES(2)
URSA_SYCL_VIEW_NAMES(3)
URSA_SYCL_VIEW_NAMES(4)
URSA_SYCL_VIEW_NAMES(8)
URSA_SYCL_VIEW_NAMES(16)
#undef URSA_SYCL_VIEW_NAMES
#undef URSA_SYCL_VIEW_SWIZZLE
#undef URSA_SYCL_VIEW_NAME

template <typename DataT, int VecElements, bool Writeable, int... Indexes>
class Swizzle
    : public vec_operators::Operators,
      public ViewConversion<Swizzle<DataT, VecElements, Writeable, Indexes...>, DataT,
                            sizeof...(Indexes)>,
      public ViewNames<Swizzle<DataT, VecElements, Writeable, Indexes...>,
                       std::conditional_t<Writeable, DataT &, const DataT &>, sizeof...(Indexes)> {
  static constexpr int elements = sizeof...(Indexes);
  using Value = vec<DataT, elements>;
  using Viewed =
      std::conditional_t<Writeable, vec<DataT, VecElements>, const vec<DataT, VecElements>>;
  using Reference = std::conditional_t<Writeable, DataT &, const DataT &>;
  template <int... Positions>
  using Composed = Swizzle<DataT, VecElements, Writeable, indexAt<Indexes...>(Positions)...>;
  static constexpr bool assignable = Writeable && distinct<Indexes...>();
  template <bool condition> using Enabled = std::enable_if_t<condition, int>;

public:
  using element_type = DataT;
  using value_type = DataT;

  Swizzle() = delete;
  Swizzle(const Swizzle &) = delete;

  constexpr operator Value() const { return value(); }
  template <typename T, int N = elements,
            Enabled<N == 1 && !std::is_same_v<T, DataT> && !std::is_same_v<T, Value> &&
                    std::is_constructible_v<T, const DataT &>> = 0>
  constexpr explicit operator T() const {
    return static_cast<T>(at<0>());
  }

  static constexpr std::size_t byte_size() noexcept { return Value::byte_size(); }
  static constexpr std::size_t size() noexcept { return elements; }
  [[deprecated("use byte_size()")]] constexpr std::size_t get_size() const { return byte_size(); }
  [[deprecated("use size()")]] constexpr std::size_t get_count() const { return size(); }

  template <typename ConvertT, rounding_mode RoundingMode = rounding_mode{}>
  vec<ConvertT, elements> convert() const {
    return value().template convert<ConvertT, RoundingMode>();
  }
  template <typename AsT> constexpr AsT as() const { return bit_cast<AsT>(value()); }

  constexpr Reference operator[](int index) const { return vec_[indexAt<Indexes...>(index)]; }
  template <int Position> constexpr Reference at() const {
    return vec_[indexAt<Indexes...>(Position)];
  }

  template <int... Positions> constexpr Composed<Positions...> swizzle() const {
    static_assert(isElementCount(sizeof...(Positions)),
                  "a swizzle has 1, 2, 3, 4, 8 or 16 elements");
    static_assert((true && ... && (Positions >= 0 && Positions < elements)),
                  "each index of a swizzle is one of the view's elements");
    return Composed<Positions...>(vec_);
  }
  template <int N = elements, Enabled<(N > 1)> = 0> constexpr auto lo() const {
    return Choice<Composed, N, 0, 1, N - 1>(vec_);
  }
  template <int N = elements, Enabled<(N > 1)> = 0> constexpr auto hi() const {
    return Choice<Composed, N, halfCount(N), 1, N - 1>(vec_);
  }
  template <int N = elements, Enabled<(N > 1)> = 0> constexpr auto odd() const {
    return Choice<Composed, N, 1, 2, N - 1>(vec_);
  }
  template <int N = elements, Enabled<(N > 1)> = 0> constexpr auto even() const {
    return Choice<Composed, N, 0, 2, N - 1>(vec_);
  }

  template <typename Pointer, bool A = assignable, Enabled<A> = 0>
  constexpr void load(std::size_t offset, Pointer pointer) const {
    Value value{};
    value.load(offset, pointer);
    assignResult(value);
  }
  template <typename Pointer> constexpr void store(std::size_t offset, Pointer pointer) const {
    value().store(offset, pointer);
  }
  /// @{ The same; the program names the address space of the multi_ptr.
  template <access::address_space, access::decorated..., typename Pointer, bool A = assignable,
            Enabled<A> = 0>
  constexpr void load(std::size_t offset, Pointer pointer) const {
    load(offset, pointer);
  }
  template <access::address_space, access::decorated..., typename Pointer>
  constexpr void store(std::size_t offset, Pointer pointer) const {
    store(offset, pointer);
  }
  /// @}

  constexpr const Swizzle &operator=(const Swizzle &right) const {
    static_assert(assignable,
                  "a swizzle that is assigned to is writeable and has no element twice");
    return assignResult(right);
  }
  template <int N, bool W, int... I, bool A = assignable,
            Enabled<A && sizeof...(I) == sizeof...(Indexes)> = 0>
  constexpr const Swizzle &operator=(const Swizzle<DataT, N, W, I...> &right) const {
    return assignResult(right);
  }
  template <bool A = assignable, Enabled<A> = 0>
  constexpr const Swizzle &operator=(const Value &right) const {
    return assignResult(right);
  }
  template <typename T, bool A = assignable,
            Enabled<A && !isVecLike<T> && std::is_convertible_v<const T &, DataT>> = 0>
  constexpr const Swizzle &operator=(const T &right) const {
    const DataT value = right;
    ((vec_[Indexes] = value), ...);
    return *this;
  }

  // Sets the elements of the view to those of `result`.
  template <bool A = assignable, Enabled<A> = 0>
  constexpr const Swizzle &assignResult(const Value &result) const {
    int position = 0;
    ((vec_[Indexes] = result[position++]), ...);
    return *this;
  }

private:
  template <typename T, int N> friend class sycl::vec;
  template <typename T, int N, bool W, int... I> friend class Swizzle;

  constexpr explicit Swizzle(Viewed &viewed) : vec_(viewed) {}
  constexpr Value value() const { return Value(vec_[Indexes]...); }

  Viewed &vec_;
};

} // namespace swizzles
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
