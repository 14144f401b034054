// How many compute units a device has (sycl_ext_oneapi_num_compute_units): those of
// info::device::max_compute_units.
#pragma once

#include <sycl/device.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::info::device {
struct num_compute_units {
  using return_type = std::size_t;
};
} // namespace ext::oneapi::info::device

template <>
inline std::size_t device::get_info<ext::oneapi::info::device::num_compute_units>() const {
  return get_info<info::device::max_compute_units>();
}

} // namespace sycl
} // namespace ursa_sycl
