// Hints of kernels that they will read memory soon (sycl_ext_oneapi_prefetch). Nothing is done.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/is_group.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;

namespace ext::oneapi::experimental {

enum class cache_level { L1, L2, L3, L4 };
struct nontemporal;

/// @{ To which cache, and whether the memory is used once.
struct prefetch_hint_key {
  template <cache_level Level, typename Hint>
  using value_t =
      property_value<prefetch_hint_key, std::integral_constant<cache_level, Level>, Hint>;
};
template <cache_level Level, typename Hint>
inline constexpr prefetch_hint_key::value_t<Level, Hint> prefetch_hint;
#define URSA_SYCL_LEVEL(LEVEL)                                                                     \
  inline constexpr prefetch_hint_key::value_t<cache_level::LEVEL, void> prefetch_hint_##LEVEL;     \
  inline constexpr prefetch_hint_key::value_t<cache_level::LEVEL, nontemporal>                     \
      prefetch_hint_##LEVEL##_nt;
URSA_SYCL_LEVEL(L1)
URSA_SYCL_LEVEL(L2)
URSA_SYCL_LEVEL(L3)
URSA_SYCL_LEVEL(L4)
#undef URSA_SYCL_LEVEL
template <> struct is_property_key<prefetch_hint_key> : std::true_type {};
/// @}

namespace detail {
template <class Properties>
using EnablePrefetch = std::enable_if_t<is_property_list_v<Properties>, int>;
} // namespace detail

// With and without a group, whose work-items prefetch together.
#define URSA_SYCL_PREFETCH(NAME, GROUP, TEMPLATE)                                                  \
  template <TEMPLATE typename Properties = empty_properties_t,                                     \
            detail::EnablePrefetch<Properties> = 0>                                                \
  void NAME(GROUP const void *, Properties = {}) {}                                                \
  template <TEMPLATE typename Properties = empty_properties_t,                                     \
            detail::EnablePrefetch<Properties> = 0>                                                \
  void NAME(GROUP const void *, std::size_t, Properties = {}) {}                                   \
  template <TEMPLATE typename T, access::address_space Space, access::decorated Decorated,         \
            typename Properties = empty_properties_t, detail::EnablePrefetch<Properties> = 0>      \
  void NAME(GROUP multi_ptr<T, Space, Decorated>, Properties = {}) {}                              \
  template <TEMPLATE typename T, access::address_space Space, access::decorated Decorated,         \
            typename Properties = empty_properties_t, detail::EnablePrefetch<Properties> = 0>      \
  void NAME(GROUP multi_ptr<T, Space, Decorated>, std::size_t, Properties = {}) {}                 \
  template <TEMPLATE typename T, int D, access_mode Mode, access::placeholder IsPlaceholder,       \
            typename Properties = empty_properties_t, detail::EnablePrefetch<Properties> = 0>      \
  void NAME(GROUP accessor<T, D, Mode, target::device, IsPlaceholder>, id<D>, Properties = {}) {}  \
  template <TEMPLATE typename T, int D, access_mode Mode, access::placeholder IsPlaceholder,       \
            typename Properties = empty_properties_t, detail::EnablePrefetch<Properties> = 0>      \
  void NAME(GROUP accessor<T, D, Mode, target::device, IsPlaceholder>, id<D>, std::size_t,         \
            Properties = {}) {}
#define URSA_SYCL_NOTHING
#define URSA_SYCL_GROUP Group,
#define URSA_SYCL_GROUP_TYPE typename Group,
/// @{ Counts are in elements, of void in bytes.
URSA_SYCL_PREFETCH(prefetch, URSA_SYCL_NOTHING, URSA_SYCL_NOTHING)
URSA_SYCL_PREFETCH(joint_prefetch, URSA_SYCL_GROUP, URSA_SYCL_GROUP_TYPE)
/// @}
#undef URSA_SYCL_NOTHING
#undef URSA_SYCL_GROUP
#undef URSA_SYCL_GROUP_TYPE
#undef URSA_SYCL_PREFETCH

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
