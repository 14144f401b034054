// The class device (SYCL 2020, 4.6.4).
#pragma once

#include <sycl/platform.hpp>

#include <functional>

namespace sycl {

namespace detail {
class DeviceImpl;
}

class URSA_SYCL_EXPORT device : public detail::Shared<device, detail::DeviceImpl> {
public:
  device();
  platform get_platform() const;
  static std::vector<device> get_devices();

private:
  friend struct detail::Access;
  explicit device(std::shared_ptr<detail::DeviceImpl> impl) : Shared(std::move(impl)) {}
};

} // namespace sycl
URSA_SYCL_HASH(sycl::device)
