// The work-item that calls and its groups, in functions without a parameter for them
// (sycl_khr_work_item_queries): for kernels over an nd_range.
#pragma once

#include <sycl/nd_item.hpp>

inline namespace ursa_sycl {
namespace sycl::khr {

template <int Dimensions> sycl::nd_item<Dimensions> this_nd_item() {
  return sycl::detail::makeNdItem<Dimensions>();
}
template <int Dimensions> sycl::group<Dimensions> this_group() {
  return sycl::detail::makeGroup<Dimensions>();
}
inline sycl::sub_group this_sub_group() { return sycl::detail::KernelObjects::subGroup(); }

} // namespace sycl::khr
} // namespace ursa_sycl
