// Numbers of registers of Intel's GPUs for a kernel (sycl_ext_intel_grf_size): no effect on the
// devices that there are.
#pragma once

#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::intel::experimental {

struct grf_size_key {
  template <unsigned Size>
  using value_t =
      oneapi::experimental::property_value<grf_size_key, std::integral_constant<unsigned, Size>>;
};
template <unsigned Size> inline constexpr grf_size_key::value_t<Size> grf_size;

struct grf_size_automatic_key {
  using value_t = oneapi::experimental::property_value<grf_size_automatic_key>;
};
inline constexpr grf_size_automatic_key::value_t grf_size_automatic;

} // namespace ext::intel::experimental

namespace ext::oneapi::experimental {
template <> struct is_property_key<intel::experimental::grf_size_key> : std::true_type {};
template <> struct is_property_key<intel::experimental::grf_size_automatic_key> : std::true_type {};
} // namespace ext::oneapi::experimental

namespace detail {
template <unsigned Size>
inline constexpr bool isHint<ext::intel::experimental::grf_size_key::value_t<Size>> = true;
template <>
inline constexpr bool isHint<ext::intel::experimental::grf_size_automatic_key::value_t> = true;
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
