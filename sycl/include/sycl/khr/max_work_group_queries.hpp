// How many work-groups a launch may have (sycl_khr_max_work_group_queries).
#pragma once

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace khr::info::device {
/// In each dimension.
template <int Dimensions = 3> struct max_work_group_range {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "A range has 1, 2 or 3 dimensions.");
  using return_type = range<Dimensions>;
};
/// In total.
struct max_work_group_range_size {
  using return_type = std::size_t;
};
} // namespace khr::info::device

template <>
URSA_SYCL_EXPORT range<1> device::get_info<khr::info::device::max_work_group_range<1>>() const;
template <>
URSA_SYCL_EXPORT range<2> device::get_info<khr::info::device::max_work_group_range<2>>() const;
template <>
URSA_SYCL_EXPORT range<3> device::get_info<khr::info::device::max_work_group_range<3>>() const;
template <>
URSA_SYCL_EXPORT std::size_t device::get_info<khr::info::device::max_work_group_range_size>() const;

} // namespace sycl
} // namespace ursa_sycl
