// How many compute units a device has (sycl_ext_oneapi_num_compute_units): those of
// info::device::max_compute_units. ext::oneapi::info is sycl::info, so that programs that use both
// namespaces may say "info".
#pragma once

#include <sycl/device.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace info::device {
struct num_compute_units {
  using return_type = std::size_t;
};
} // namespace info::device
namespace ext::oneapi {
namespace info = sycl::info;
}

template <> inline std::size_t device::get_info<info::device::num_compute_units>() const {
  return get_info<info::device::max_compute_units>();
}

} // namespace sycl
} // namespace ursa_sycl
