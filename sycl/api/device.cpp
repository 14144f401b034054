#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/device.hpp>

namespace sycl {

std::vector<platform> platform::get_platforms() {
  std::vector<platform> all;
  for (const auto &each : detail::Runtime::get().platforms())
    all.push_back(detail::Access::make<platform>(each));
  return all;
}

platform::platform() : platform(device().get_platform()) {}

device::device() {
  const auto &platforms = detail::Runtime::get().platforms();
  if (platforms.empty())
    detail::fail(errc::runtime, "There is no device; 'ursa-info' tells why.");
  impl_ = platforms.front()->devices().front();
}

platform device::get_platform() const {
  for (const auto &each : detail::Runtime::get().platforms())
    if (each.get() == &impl_->platform())
      return detail::Access::make<platform>(each);
  detail::fail(errc::runtime, "The device has no platform.");
}

std::vector<device> device::get_devices() {
  std::vector<device> all;
  for (const auto &platform : detail::Runtime::get().platforms())
    for (const auto &each : platform->devices())
      all.push_back(detail::Access::make<device>(each));
  return all;
}

} // namespace sycl
