// How many work-groups a launch may have, by the names of sycl_ext_oneapi_max_work_group_query.
#pragma once

#include <sycl/id.hpp>
#include <sycl/khr/max_work_group_queries.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental::info::device {
/// In each dimension.
template <int Dimensions = 3> struct max_work_groups {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "A range has 1, 2 or 3 dimensions.");
  using return_type = id<Dimensions>;
};
/// In total.
struct max_global_work_groups {
  using return_type = std::size_t;
};
} // namespace ext::oneapi::experimental::info::device

#define URSA_SYCL_MAX_WORK_GROUPS(DIMENSIONS)                                                      \
  template <>                                                                                      \
  inline id<DIMENSIONS>                                                                            \
  device::get_info<ext::oneapi::experimental::info::device::max_work_groups<DIMENSIONS>>() const { \
    return id<DIMENSIONS>(get_info<khr::info::device::max_work_group_range<DIMENSIONS>>());        \
  }
URSA_SYCL_MAX_WORK_GROUPS(1)
URSA_SYCL_MAX_WORK_GROUPS(2)
URSA_SYCL_MAX_WORK_GROUPS(3)
#undef URSA_SYCL_MAX_WORK_GROUPS
template <>
inline std::size_t
device::get_info<ext::oneapi::experimental::info::device::max_global_work_groups>() const {
  return get_info<khr::info::device::max_work_group_range_size>();
}

} // namespace sycl
} // namespace ursa_sycl
