// The class specialized of AdaptiveCpp (ACPP_EXT_SPECIALIZED): a member of a kernel object whose
// value is a constant when the kernel is compiled for the device. No id needs to be declared: each
// number in it is a specialization constant, which is set when the kernel is launched. Pointers,
// unions and bit-fields in it are ordinary arguments.
#pragma once

#include <sycl/detail/feature_tests.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace AdaptiveCpp_jit {

template <class T> class specialized {
  static_assert(std::is_trivially_copyable_v<T>, "A specialized value is copied byte by byte.");

public:
  using value_type = T;
  specialized() = default;
  specialized(const T &value) : value_(value) {}
  operator T() const { return value_; }

private:
  T value_{};
};

} // namespace AdaptiveCpp_jit

/// Its name in earlier versions of AdaptiveCpp.
template <class T> using specialized = AdaptiveCpp_jit::specialized<T>;

} // namespace sycl
} // namespace ursa_sycl
