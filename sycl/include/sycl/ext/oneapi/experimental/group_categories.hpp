// Which groups a kernel makes, and which have the same work-items in every launch
// (sycl_ext_oneapi_non_uniform_groups).
#pragma once

#include <sycl/detail/is_group.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

template <int Dimensions> class root_group;

/// Groups that a kernel makes.
template <class Group> struct is_user_constructed_group : std::false_type {};
template <class Group>
inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<Group>::value;

/// Groups whose work-items the launch alone determines.
template <class Group> struct is_fixed_topology_group : std::false_type {};
template <int Dimensions> struct is_fixed_topology_group<group<Dimensions>> : std::true_type {};
template <int Dimensions>
struct is_fixed_topology_group<root_group<Dimensions>> : std::true_type {};
template <> struct is_fixed_topology_group<sub_group> : std::true_type {};
template <class Group>
inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<Group>::value;

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
