// The class context (SYCL 2020, 4.6.3).
#pragma once

#include <sycl/device.hpp>
#include <sycl/info/context.hpp>
#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class ContextImpl;
}

class URSA_SYCL_EXPORT context : public detail::Shared<context, detail::ContextImpl> {
public:
  /// @{ Of the device that default_selector_v selects.
  explicit context(const property_list &properties = {});
  explicit context(async_handler handler, const property_list &properties = {});
  /// @}
  explicit context(const device &only, const property_list &properties = {});
  explicit context(const device &only, async_handler handler, const property_list &properties = {});
  /// @{ Of all devices of a platform.
  explicit context(const platform &all, const property_list &properties = {});
  explicit context(const platform &all, async_handler handler,
                   const property_list &properties = {});
  /// @}
  /// @{ Throws errc::invalid if there are no devices, or if they are of different platforms.
  explicit context(const std::vector<device> &devices, const property_list &properties = {});
  explicit context(const std::vector<device> &devices, async_handler handler,
                   const property_list &properties = {});
  /// @}

  backend get_backend() const noexcept;
  /// SYCL 1.2.1 had a device without a backend; there is none.
  bool is_host() const { return false; }
  platform get_platform() const;
  std::vector<device> get_devices() const;
  template <class Parameter> typename Parameter::return_type get_info() const {
    static_assert(detail::alwaysFalse<Parameter>, "This is not a descriptor of contexts.");
  }
  template <class Parameter> typename Parameter::return_type get_backend_info() const {
    return get_devices().front().get_backend_info<Parameter>();
  }
  template <class Property> bool has_property() const noexcept {
    return properties().has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return properties().get_property<Property>();
  }

private:
  friend struct detail::Access;
  explicit context(std::shared_ptr<detail::ContextImpl> impl) : Shared(std::move(impl)) {}
  const property_list &properties() const noexcept;
};

template <> inline std::uint32_t context::get_info<info::context::reference_count>() const {
  return static_cast<std::uint32_t>(impl_.use_count());
}
template <> URSA_SYCL_EXPORT platform context::get_info<info::context::platform>() const;
template <> URSA_SYCL_EXPORT std::vector<device> context::get_info<info::context::devices>() const;
template <>
URSA_SYCL_EXPORT std::vector<memory_order>
context::get_info<info::context::atomic_memory_order_capabilities>() const;
template <>
URSA_SYCL_EXPORT std::vector<memory_order>
context::get_info<info::context::atomic_fence_order_capabilities>() const;
template <>
URSA_SYCL_EXPORT std::vector<memory_scope>
context::get_info<info::context::atomic_memory_scope_capabilities>() const;
template <>
URSA_SYCL_EXPORT std::vector<memory_scope>
context::get_info<info::context::atomic_fence_scope_capabilities>() const;

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::context)
