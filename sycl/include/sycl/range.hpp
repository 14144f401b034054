// The class range: the extent of an index space (SYCL 2020, 4.9.1.1).
#pragma once

#include <sycl/detail/coordinates.hpp>

inline namespace ursa_sycl {
namespace sycl {

template <int Dimensions = 1> class range : public detail::Coordinates<Dimensions> {
public:
  static constexpr int dimensions = Dimensions;

  constexpr range() = default;
  template <int N = Dimensions, class = std::enable_if_t<N == 1>> constexpr range(size_t first) {
    this->values_[0] = first;
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 2>>
  constexpr range(size_t first, size_t second) {
    this->values_[0] = first;
    this->values_[1] = second;
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 3>>
  constexpr range(size_t first, size_t second, size_t third) {
    this->values_[0] = first;
    this->values_[1] = second;
    this->values_[2] = third;
  }

  constexpr size_t size() const {
    size_t product = 1;
    for (int i = 0; i < Dimensions; ++i)
      product *= this->values_[i];
    return product;
  }

  URSA_SYCL_COORDINATE_OPERATORS(range)
};

range(size_t)->range<1>;
range(size_t, size_t)->range<2>;
range(size_t, size_t, size_t)->range<3>;

} // namespace sycl
} // namespace ursa_sycl
