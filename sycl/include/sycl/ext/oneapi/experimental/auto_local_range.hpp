// Work-groups of an nd_range whose size the library chooses (sycl_ext_oneapi_auto_local_range):
//
//   queue.parallel_for(nd_range<1>(global, auto_range<1>()), function);
#pragma once

#include <sycl/detail/launch.hpp>
#include <sycl/item.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// The local range of such an nd_range, which divides the global one. Only launches know the size.
template <int Dimensions> range<Dimensions> auto_range() {
  range<Dimensions> all = sycl::detail::Builder::make<range<Dimensions>>();
  for (int i = 0; i < Dimensions; ++i)
    all[i] = sycl::detail::kAutomatic;
  return all;
}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
