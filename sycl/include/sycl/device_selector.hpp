// The standard device selectors (SYCL 2020, 4.6.1.1), and the classes of SYCL 1.2.1, which are
// deprecated.
#pragma once

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// @{ Scores: GPUs before accelerators before CPUs; of GPUs, CUDA and other vendors' own interfaces
/// before OpenCL before Vulkan; of CPUs, Ursa's own compiler before OpenCL before Vulkan. Negative
/// for devices of another type.
URSA_SYCL_EXPORT int defaultScore(const device &device);
URSA_SYCL_EXPORT int scoreOfType(const device &device, info::device_type type);
/// @}

struct DefaultSelector {
  int operator()(const device &device) const { return defaultScore(device); }
};
template <info::device_type Type> struct TypeSelector {
  int operator()(const device &device) const { return scoreOfType(device, Type); }
};
class URSA_SYCL_EXPORT AspectSelector {
public:
  AspectSelector(std::vector<aspect> required, std::vector<aspect> denied)
      : required_(std::move(required)), denied_(std::move(denied)) {}
  int operator()(const device &device) const;

private:
  std::vector<aspect> required_;
  std::vector<aspect> denied_;
};

template <>
struct StandardSelector<DefaultSelector> : StandardSelectorOf<info::device_type::all> {};
template <info::device_type Type>
struct StandardSelector<TypeSelector<Type>> : StandardSelectorOf<Type> {};
template <> struct StandardSelector<AspectSelector> : StandardSelectorOf<info::device_type::all> {};

} // namespace detail

inline constexpr detail::DefaultSelector default_selector_v{};
inline constexpr detail::TypeSelector<info::device_type::cpu> cpu_selector_v{};
inline constexpr detail::TypeSelector<info::device_type::gpu> gpu_selector_v{};
inline constexpr detail::TypeSelector<info::device_type::accelerator> accelerator_selector_v{};

/// @{ Selects a device that has all of the first aspects and none of the second.
inline auto aspect_selector(const std::vector<aspect> &required,
                            const std::vector<aspect> &denied = {}) {
  return detail::AspectSelector(required, denied);
}
template <class... Aspects, class = std::enable_if_t<(sizeof...(Aspects) > 0) &&
                                                     (std::is_same_v<Aspects, aspect> && ...)>>
auto aspect_selector(Aspects... required) {
  return detail::AspectSelector({required...}, {});
}
template <aspect... Required> auto aspect_selector() {
  return detail::AspectSelector({Required...}, {});
}
/// @}

/// Base of selectors in SYCL 1.2.1.
class URSA_SYCL_EXPORT device_selector {
public:
  virtual ~device_selector();
  virtual int operator()(const device &device) const = 0;
  device select_device() const;
};
class URSA_SYCL_EXPORT default_selector : public device_selector {
public:
  int operator()(const device &device) const override;
};
class URSA_SYCL_EXPORT cpu_selector : public device_selector {
public:
  int operator()(const device &device) const override;
};
class URSA_SYCL_EXPORT gpu_selector : public device_selector {
public:
  int operator()(const device &device) const override;
};
/// The device of SYCL 1.2.1 on which kernels ran in the program: the CPU.
class URSA_SYCL_EXPORT host_selector : public device_selector {
public:
  int operator()(const device &device) const override;
};
class URSA_SYCL_EXPORT accelerator_selector : public device_selector {
public:
  int operator()(const device &device) const override;
};

namespace detail {

template <>
struct StandardSelector<default_selector> : StandardSelectorOf<info::device_type::all> {};
template <> struct StandardSelector<cpu_selector> : StandardSelectorOf<info::device_type::cpu> {};
template <> struct StandardSelector<gpu_selector> : StandardSelectorOf<info::device_type::gpu> {};
template <> struct StandardSelector<host_selector> : StandardSelectorOf<info::device_type::cpu> {};
template <>
struct StandardSelector<accelerator_selector> : StandardSelectorOf<info::device_type::accelerator> {
};

} // namespace detail

} // namespace sycl
} // namespace ursa_sycl
