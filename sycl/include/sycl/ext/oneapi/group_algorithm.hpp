// Group algorithms by the names that they had before SYCL 2020 (sycl_ext_oneapi_group_algorithms):
// of a value of each work-item, or of elements in memory if two pointers come first.
#pragma once

#include <sycl/ext/oneapi/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

namespace detail {
template <typename T> inline constexpr bool isPointer = std::is_pointer_v<T>;
template <typename T, access::address_space Space, access::decorated Decorated>
inline constexpr bool isPointer<multi_ptr<T, Space, Decorated>> = true;
} // namespace detail

/// Whether the work-item is the first one of its group.
template <typename Group, sycl::detail::EnableGroup<Group> = 0> bool leader(Group group) {
  return group.leader();
}

/// @param where the work-item: none for the first one, its number, or its id
template <typename Group, typename T, typename... Where, sycl::detail::EnableGroup<Group> = 0>
T broadcast(Group group, T x, Where... where) {
  return group_broadcast(group, x, where...);
}

#define URSA_SYCL_ALGORITHM(NAME, OVER_VALUES, OVER_MEMORY)                                        \
  template <typename Group, typename First, typename... Rest,                                      \
            sycl::detail::EnableGroup<Group> = 0>                                                  \
  auto NAME(Group group, First first, Rest... rest) {                                              \
    if constexpr (detail::isPointer<First>)                                                        \
      return OVER_MEMORY(group, first, rest...);                                                   \
    else                                                                                           \
      return OVER_VALUES(group, first, rest...);                                                   \
  }
URSA_SYCL_ALGORITHM(any_of, any_of_group, joint_any_of)
URSA_SYCL_ALGORITHM(all_of, all_of_group, joint_all_of)
URSA_SYCL_ALGORITHM(none_of, none_of_group, joint_none_of)
URSA_SYCL_ALGORITHM(reduce, reduce_over_group, joint_reduce)
URSA_SYCL_ALGORITHM(exclusive_scan, exclusive_scan_over_group, joint_exclusive_scan)
URSA_SYCL_ALGORITHM(inclusive_scan, inclusive_scan_over_group, joint_inclusive_scan)
#undef URSA_SYCL_ALGORITHM

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
