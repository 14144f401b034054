// The work-item that calls, in functions without a parameter for it
// (sycl_ext_oneapi_free_function_queries): for kernels over an nd_range, or all for this_item and
// this_id.
#pragma once

#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

namespace this_work_item {
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
  return sycl::detail::makeNdItem<Dimensions>();
}
template <int Dimensions> group<Dimensions> get_work_group() {
  return sycl::detail::makeGroup<Dimensions>();
}
inline sub_group get_sub_group() { return sycl::detail::KernelObjects::subGroup(); }
} // namespace this_work_item

/// The names before version 2 of the extension.
namespace experimental {
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return this_work_item::get_work_group<Dimensions>();
}
inline sub_group this_sub_group() { return this_work_item::get_sub_group(); }
template <int Dimensions> id<Dimensions> this_id() {
  return sycl::detail::queryGlobalId<Dimensions>();
}
} // namespace experimental

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
