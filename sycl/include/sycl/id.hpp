// The class id: an index of an index space (SYCL 2020, 4.9.1.3).
#pragma once

#include <sycl/range.hpp>

inline namespace ursa_sycl {
namespace sycl {

template <int Dimensions, bool WithOffset> class item;

template <int Dimensions = 1>
class id : public detail::Coordinates<Dimensions>,
           public detail::ConvertsToNumber<id<Dimensions>, Dimensions> {
public:
  static constexpr int dimensions = Dimensions;

  constexpr id() = default;
  template <int N = Dimensions, class = std::enable_if_t<N == 1>> constexpr id(size_t first) {
    this->values_[0] = first;
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 2>>
  constexpr id(size_t first, size_t second) {
    this->values_[0] = first;
    this->values_[1] = second;
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 3>>
  constexpr id(size_t first, size_t second, size_t third) {
    this->values_[0] = first;
    this->values_[1] = second;
    this->values_[2] = third;
  }
  constexpr id(const range<Dimensions> &other) {
    for (int i = 0; i < Dimensions; ++i)
      this->values_[i] = other[i];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &other) {
    for (int i = 0; i < Dimensions; ++i)
      this->values_[i] = other[i];
  }

  /// @{ An id of several dimensions is equal to a number if each of its components is.
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  friend constexpr bool operator==(const id &a, Integer b) {
    for (int i = 0; i < Dimensions; ++i)
      if (a[i] != static_cast<size_t>(b))
        return false;
    return true;
  }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  friend constexpr bool operator==(Integer a, const id &b) {
    return b == a;
  }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  friend constexpr bool operator!=(const id &a, Integer b) {
    return !(a == b);
  }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  friend constexpr bool operator!=(Integer a, const id &b) {
    return !(b == a);
  }
  /// @}
  URSA_SYCL_COORDINATE_OPERATORS(id)
};

id(size_t)->id<1>;
id(size_t, size_t)->id<2>;
id(size_t, size_t, size_t)->id<3>;

namespace detail {

/// The position of an index in an index space, the last dimension of which varies fastest.
template <int Dimensions>
constexpr size_t linear(const id<Dimensions> &index, const range<Dimensions> &extent) {
  size_t position = 0;
  for (int i = 0; i < Dimensions; ++i)
    position = position * extent[i] + index[i];
  return position;
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
