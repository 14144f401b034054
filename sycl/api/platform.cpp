// Platforms and the run time's part of devices.
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"
#include "sycl/api/texts.h"

#include <sycl/device_selector.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

backend backendOf(const ursa::client::Device &device) {
  ur_backend_t found = UR_BACKEND_UNKNOWN;
  check(
      urPlatformGetInfo(device.platform, UR_PLATFORM_INFO_BACKEND, sizeof(found), &found, nullptr),
      "Asking a platform for its backend");
  switch (found) {
  case UR_BACKEND_OPENCL:
    return backend::opencl;
  case UR_BACKEND_NATIVE_CPU:
    return backend::ext_ursa_host;
  case UR_BACKEND_LEVEL_ZERO:
    return backend::level_zero;
  case UR_BACKEND_CUDA:
    return backend::cuda;
  case UR_BACKEND_HIP:
    return backend::hip;
  default: // the ABI has no value for Vulkan
    return device.adapterName == "vulkan" ? backend::ext_ursa_vulkan : backend::ext_ursa_other;
  }
}

} // namespace

PlatformImpl::PlatformImpl(const ursa::client::Device &device)
    : adapter_(device.adapter), handle_(device.platform), backend_(backendOf(device)) {}

std::string PlatformImpl::text(ur_platform_info_t query) const {
  const std::string asking = "Asking a platform for information";
  size_t size = 0;
  check(urPlatformGetInfo(handle_, query, 0, nullptr, &size), asking);
  std::string text(size, '\0');
  if (size > 0)
    check(urPlatformGetInfo(handle_, query, size, text.data(), nullptr), asking);
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

void requireBackend(backend found, backend wanted) {
  if (found != wanted)
    fail(errc::backend_mismatch, "The object is of the backend " + std::string(name(found)) +
                                     ", not of " + std::string(name(wanted)) + ".");
}

} // namespace detail

using detail::Access;

platform::platform() : platform(default_selector_v) {}
platform::platform(const std::shared_ptr<detail::DeviceImpl> &device)
    : Shared(device->platform().shared_from_this()) {}

backend platform::get_backend() const noexcept { return impl_->backend(); }

std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> found;
  for (const auto &each : impl_->devices()) {
    const auto device = Access::make<sycl::device>(each);
    if (type == info::device_type::all || type == info::device_type::automatic ||
        device.get_info<info::device::device_type>() == type)
      found.push_back(device);
  }
  if (type != info::device_type::automatic || found.empty())
    return found;
  const auto best =
      std::max_element(found.begin(), found.end(), [](const device &a, const device &b) {
        return default_selector_v(a) < default_selector_v(b);
      });
  return {*best};
}

bool platform::has(aspect asked) const {
  const std::vector<device> devices = get_devices();
  return !devices.empty() && std::all_of(devices.begin(), devices.end(),
                                         [&](const device &each) { return each.has(asked); });
}

bool platform::has_extension(const std::string &extension) const {
  const auto all = get_info<info::platform::extensions>();
  return std::find(all.begin(), all.end(), extension) != all.end();
}

std::vector<platform> platform::get_platforms() {
  std::vector<platform> all;
  for (const auto &each : detail::Runtime::get().platforms())
    all.push_back(Access::make<platform>(each));
  return all;
}

template <> std::string platform::get_info<info::platform::version>() const {
  return impl_->text(UR_PLATFORM_INFO_VERSION);
}
template <> std::string platform::get_info<info::platform::name>() const {
  return impl_->text(UR_PLATFORM_INFO_NAME);
}
template <> std::string platform::get_info<info::platform::vendor>() const {
  return impl_->text(UR_PLATFORM_INFO_VENDOR_NAME);
}
// An extension of a platform is one of all its devices.
template <> std::vector<std::string> platform::get_info<info::platform::extensions>() const {
  std::vector<std::string> common;
  bool isFirst = true;
  for (const device &each : get_devices()) {
    const auto all = each.get_info<info::device::extensions>();
    if (isFirst)
      common = all;
    else
      std::erase_if(common, [&](const std::string &extension) {
        return std::find(all.begin(), all.end(), extension) == all.end();
      });
    isFirst = false;
  }
  return common;
}

} // namespace sycl
} // namespace ursa_sycl
