// Reductions of groups by any function object (sycl_ext_oneapi_user_defined_reductions). Those of
// SYCL take any, too, and have memory of their own: the memory that the program gives is not used.
#pragma once

#include <sycl/ext/oneapi/experimental/group_sort.hpp>
#include <sycl/group_algorithms.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// @{ As sycl::reduce_over_group, of a value of each work-item.
template <typename Group, std::size_t Extent, typename T, typename BinaryOperation>
T reduce_over_group(group_with_scratchpad<Group, Extent> group, T x, BinaryOperation op) {
  return sycl::reduce_over_group(group.get_group(), x, op);
}
template <typename Group, std::size_t Extent, typename V, typename T, typename BinaryOperation>
T reduce_over_group(group_with_scratchpad<Group, Extent> group, V x, T init, BinaryOperation op) {
  return sycl::reduce_over_group(group.get_group(), x, init, op);
}
/// @}

/// @{ As sycl::joint_reduce, of elements in memory; at least one without an initial value.
template <typename Group, std::size_t Extent, typename Pointer, typename BinaryOperation>
auto joint_reduce(group_with_scratchpad<Group, Extent> group, Pointer first, Pointer last,
                  BinaryOperation op) {
  using T = sycl::detail::PointeeOf<Pointer>;
  return sycl::detail::reduceRange<T>(group.get_group(), first,
                                      static_cast<std::size_t>(last - first), op);
}
template <typename Group, std::size_t Extent, typename Pointer, typename T,
          typename BinaryOperation>
T joint_reduce(group_with_scratchpad<Group, Extent> group, Pointer first, Pointer last, T init,
               BinaryOperation op) {
  return sycl::joint_reduce(group.get_group(), first, last, init, op);
}
/// @}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
