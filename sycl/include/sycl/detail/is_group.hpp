// sycl::is_group (SYCL 2020, 4.17.2), without the groups.
#pragma once

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <int Dimensions> class group;
class sub_group;

template <class T> struct is_group : std::false_type {};
template <int Dimensions> struct is_group<group<Dimensions>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

} // namespace sycl
} // namespace ursa_sycl
