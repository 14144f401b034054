// Work-items of a group load and store blocks of memory together
// (sycl_ext_oneapi_group_load_store).
#pragma once

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/span.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

enum class group_algorithm_data_placement { blocked, striped };

/// @{ Which elements a work-item has: neighbours, or each of them one group further.
struct data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t = property_value<data_placement_key,
                                 std::integral_constant<group_algorithm_data_placement, Placement>>;
};
template <group_algorithm_data_placement Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
inline constexpr data_placement_key::value_t<group_algorithm_data_placement::blocked>
    data_placement_blocked;
inline constexpr data_placement_key::value_t<group_algorithm_data_placement::striped>
    data_placement_striped;
/// @}

/// @{ Hints without an effect.
struct contiguous_memory_key {
  using value_t = property_value<contiguous_memory_key>;
};
inline constexpr contiguous_memory_key::value_t contiguous_memory;
struct full_group_key {
  using value_t = property_value<full_group_key>;
};
inline constexpr full_group_key::value_t full_group;
/// @}

template <> struct is_property_key<data_placement_key> : std::true_type {};
template <> struct is_property_key<contiguous_memory_key> : std::true_type {};
template <> struct is_property_key<full_group_key> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

/// The index in the group's memory of element @p k of @p count that a work-item has.
template <class Properties, class Group>
size_t placeInGroup(const Group &group, size_t k, size_t count) {
  using Key = ext::oneapi::experimental::data_placement_key;
  if constexpr (Properties::template has_property<Key>())
    if constexpr (Properties::template get_property<Key>().value ==
                  ext::oneapi::experimental::group_algorithm_data_placement::striped)
      return group.get_local_linear_id() + k * group.get_local_linear_range();
  return group.get_local_linear_id() * count + k;
}

} // namespace detail

namespace ext::oneapi::experimental {

/// @{ All work-items of the group call the function with the same @p memory, which has the elements
/// of the first work-item first. The list of properties may name the placement; it is blocked
/// without.
template <class Group, class Input, class Output, std::size_t Count,
          class Properties = empty_properties_t>
void group_load(Group group, Input memory, span<Output, Count> out, Properties = {}) {
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = memory[sycl::detail::placeInGroup<Properties>(group, k, out.size())];
}
template <class Group, class Input, class Output, int Count, class Properties = empty_properties_t>
void group_load(Group group, Input memory, vec<Output, Count> &out, Properties = {}) {
  for (int k = 0; k < Count; ++k)
    out[k] = memory[sycl::detail::placeInGroup<Properties>(group, k, Count)];
}
template <class Group, class Input, class Output, class Properties = empty_properties_t>
void group_load(Group group, Input memory, Output &out, Properties = {}) {
  out = memory[group.get_local_linear_id()];
}
template <class Group, class Input, std::size_t Count, class Output,
          class Properties = empty_properties_t>
void group_store(Group group, span<Input, Count> in, Output memory, Properties = {}) {
  for (std::size_t k = 0; k < in.size(); ++k)
    memory[sycl::detail::placeInGroup<Properties>(group, k, in.size())] = in[k];
}
template <class Group, class Input, int Count, class Output, class Properties = empty_properties_t>
void group_store(Group group, const vec<Input, Count> &in, Output memory, Properties = {}) {
  for (int k = 0; k < Count; ++k)
    memory[sycl::detail::placeInGroup<Properties>(group, k, Count)] = in[k];
}
template <class Group, class Input, class Output, class Properties = empty_properties_t>
void group_store(Group group, const Input &in, Output memory, Properties = {}) {
  memory[group.get_local_linear_id()] = in;
}
/// @}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
