// The class device (SYCL 2020, 4.6.4).
#pragma once

#include <sycl/platform.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {
enum class architecture : std::uint64_t;
enum class arch_category;
} // namespace ext::oneapi::experimental

namespace ext::oneapi {
enum class peer_access { access_supported, atomics_supported };
}

namespace ext::oneapi::experimental {
enum class source_language : int;
}

class URSA_SYCL_EXPORT device : public detail::Shared<device, detail::DeviceImpl> {
  template <info::partition_property Given, info::partition_property Wanted>
  using EnablePartition = std::enable_if_t<Given == Wanted>;

public:
  /// The device that default_selector_v selects.
  device();
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit device(const Selector &selector) : Shared(detail::selectDevice(selector)) {}

  backend get_backend() const noexcept;
  /// SYCL 1.2.1 had a device without a backend; there is none.
  bool is_host() const { return false; }
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  platform get_platform() const;
  template <class Parameter> typename Parameter::return_type get_info() const;
  /// The backend's versions, of OpenCL alone; otherwise throws errc::backend_mismatch.
  template <class Parameter> typename Parameter::return_type get_backend_info() const {
    if constexpr (std::is_same_v<Parameter, info::platform::version>) {
      return get_platform().template get_backend_info<Parameter>();
    } else {
      static_assert(std::is_same_v<Parameter, info::device::version> ||
                        std::is_same_v<Parameter, info::device::backend_version>,
                    "This is not a backend's descriptor of devices.");
      detail::requireBackend(get_backend(), backend::opencl);
      return get_info<Parameter>();
    }
  }
  bool has(aspect asked) const;
  /// @{ Whether kernels for it can be made from source
  /// (sycl/ext/oneapi/experimental/kernel_compiler.hpp).
  bool ext_oneapi_can_build(ext::oneapi::experimental::source_language language) const;
  bool ext_oneapi_can_compile(ext::oneapi::experimental::source_language language) const {
    return ext_oneapi_can_build(language);
  }
  /// @}
  /// @{ See <sycl/ext/oneapi/experimental/device_architecture.hpp>.
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture which) const;
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category category) const;
  /// @}
  /// @{ Access of kernels of this device to memory of another one (sycl_ext_oneapi_peer_access).
  /// Enabling throws errc::feature_not_supported if the device cannot.
  void ext_oneapi_enable_peer_access(const device &peer);
  void ext_oneapi_disable_peer_access(const device &peer);
  bool ext_oneapi_can_access_peer(
      const device &peer,
      ext::oneapi::peer_access asked = ext::oneapi::peer_access::access_supported);
  /// @}
  /// Deprecated in SYCL 2020.
  bool has_extension(const std::string &extension) const;

  /// @{ Sub-devices. Throws errc::feature_not_supported if the device cannot be partitioned like
  /// that, errc::invalid if it has too few compute units.
  template <info::partition_property Property,
            class = EnablePartition<Property, info::partition_property::partition_equally>>
  std::vector<device> create_sub_devices(std::size_t count) const {
    return partitionEqually(count);
  }
  template <info::partition_property Property,
            class = EnablePartition<Property, info::partition_property::partition_by_counts>>
  std::vector<device> create_sub_devices(const std::vector<std::size_t> &counts) const {
    return partitionByCounts(counts);
  }
  template <
      info::partition_property Property,
      class = EnablePartition<Property, info::partition_property::partition_by_affinity_domain>>
  std::vector<device> create_sub_devices(info::partition_affinity_domain domain) const {
    return partitionByDomain(domain);
  }
  template <
      info::partition_property Property,
      class = EnablePartition<Property, info::partition_property::ext_intel_partition_by_cslice>>
  std::vector<device> create_sub_devices() const {
    throw exception(make_error_code(errc::feature_not_supported),
                    "The device cannot be partitioned by slices of its compute units.");
  }
  /// @}

  /// Root devices that ONEAPI_DEVICE_SELECTOR does not hide, always in the same order.
  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

private:
  friend struct detail::Access;
  explicit device(std::shared_ptr<detail::DeviceImpl> impl) : Shared(std::move(impl)) {}

  std::vector<device> partitionEqually(std::size_t count) const;
  std::vector<device> partitionByCounts(const std::vector<std::size_t> &counts) const;
  std::vector<device> partitionByDomain(info::partition_affinity_domain domain) const;
};

template <class Parameter> typename Parameter::return_type device::get_info() const {
  // No adapter runs built-in kernels.
  if constexpr (std::is_same_v<Parameter, info::device::built_in_kernel_ids>)
    return {};
  else
    static_assert(detail::alwaysFalse<Parameter>, "This is not a descriptor of devices.");
}

template <> inline std::uint32_t device::get_info<info::device::reference_count>() const {
  return static_cast<std::uint32_t>(impl_.use_count());
}
#define URSA_SYCL_GET_INFO(NAME, TYPE)                                                             \
  template <> URSA_SYCL_EXPORT TYPE device::get_info<info::device::NAME>() const;
URSA_SYCL_DEVICE_INFOS(URSA_SYCL_GET_INFO)
#undef URSA_SYCL_GET_INFO
#undef URSA_SYCL_DEVICE_INFOS
template <>
URSA_SYCL_EXPORT range<1> device::get_info<info::device::max_work_item_sizes<1>>() const;
template <>
URSA_SYCL_EXPORT range<2> device::get_info<info::device::max_work_item_sizes<2>>() const;
template <>
URSA_SYCL_EXPORT range<3> device::get_info<info::device::max_work_item_sizes<3>>() const;

/// DPC++'s name of the aspect.
namespace info::device {
struct atomic64 {
  using return_type = bool;
};
} // namespace info::device
template <> inline bool device::get_info<info::device::atomic64>() const {
  return has(aspect::atomic64);
}

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::device)
