// The class platform (SYCL 2020, 4.6.2).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/backend_enum.hpp>
#include <sycl/detail/device_selection.hpp>
#include <sycl/detail/impl.hpp>
#include <sycl/exception.hpp>
#include <sycl/info/device.hpp>
#include <sycl/info/platform.hpp>

#include <vector>

inline namespace ursa_sycl {
namespace sycl {

class context;
class device;
namespace detail {
class PlatformImpl;
}

class URSA_SYCL_EXPORT platform : public detail::Shared<platform, detail::PlatformImpl> {
public:
  /// The platform of the device that default_selector_v selects.
  platform();
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit platform(const Selector &selector) : platform(detail::selectDevice(selector)) {}

  backend get_backend() const noexcept;
  /// SYCL 1.2.1 had a device without a backend; there is none.
  bool is_host() const { return false; }
  /// Root devices, in the order of device::get_devices.
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  template <class Parameter> typename Parameter::return_type get_info() const {
    static_assert(detail::alwaysFalse<Parameter>, "This is not a descriptor of platforms.");
  }
  /// The backend's version, of OpenCL alone; otherwise throws errc::backend_mismatch.
  template <class Parameter> typename Parameter::return_type get_backend_info() const {
    static_assert(std::is_same_v<Parameter, info::platform::version>,
                  "This is not a backend's descriptor of platforms.");
    detail::requireBackend(get_backend(), backend::opencl);
    return get_info<Parameter>();
  }
  /// Whether all devices have the aspect.
  bool has(aspect asked) const;
  /// Deprecated in SYCL 2020.
  bool has_extension(const std::string &extension) const;

  /// The context of queues that are made without one: of all root devices
  /// (sycl_khr_default_context).
  context khr_get_default_context() const;
  /// The same (sycl_ext_oneapi_default_context).
  context ext_oneapi_get_default_context() const;

  /// Devices that are made of others
  /// (sycl/ext/oneapi/experimental/composite_device.hpp).
  std::vector<device> ext_oneapi_get_composite_devices() const;

  static std::vector<platform> get_platforms();

private:
  friend struct detail::Access;
  explicit platform(std::shared_ptr<detail::PlatformImpl> impl) : Shared(std::move(impl)) {}
  explicit platform(const std::shared_ptr<detail::DeviceImpl> &device);
};

template <> URSA_SYCL_EXPORT std::string platform::get_info<info::platform::version>() const;
template <> URSA_SYCL_EXPORT std::string platform::get_info<info::platform::name>() const;
template <> URSA_SYCL_EXPORT std::string platform::get_info<info::platform::vendor>() const;
template <>
URSA_SYCL_EXPORT std::vector<std::string> platform::get_info<info::platform::extensions>() const;

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::platform)
