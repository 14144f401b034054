// Devices that are made of others (sycl_ext_oneapi_composite_device). There are none: no adapter
// joins devices.
#pragma once

#include <sycl/device.hpp>

#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

namespace info::device {
struct component_devices {
  using return_type = std::vector<sycl::device>;
};
struct composite_device {
  using return_type = sycl::device;
};
} // namespace info::device

inline std::vector<device> get_composite_devices() { return {}; }

} // namespace ext::oneapi::experimental

/// The devices that a composite one is made of.
template <>
inline std::vector<device>
device::get_info<ext::oneapi::experimental::info::device::component_devices>() const {
  return {};
}
/// Throws errc::invalid if the device is no part of another one.
template <>
inline device device::get_info<ext::oneapi::experimental::info::device::composite_device>() const {
  throw exception(make_error_code(errc::invalid),
                  "The device is not a component of a composite device.");
}

inline std::vector<device> platform::ext_oneapi_get_composite_devices() const { return {}; }

} // namespace sycl
} // namespace ursa_sycl
