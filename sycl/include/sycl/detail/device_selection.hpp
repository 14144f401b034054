// Selection of a device by a device selector, any callable that scores devices (SYCL
// 2020, 4.6.1.1).
#pragma once

#include <sycl/detail/defines.hpp>

#include <memory>
#include <type_traits>
#include <typeinfo>

inline namespace ursa_sycl {
namespace sycl {

class device;
namespace info {
enum class device_type : int;
}

namespace detail {

class DeviceImpl;

template <class> inline constexpr bool alwaysFalse = false;

template <class Selector>
using EnableSelector =
    std::enable_if_t<std::is_invocable_r_v<int, const Selector &, const device &>>;

/// Returns the root device with the highest score, the first of several. Throws errc::runtime if
/// no score is 0 or more.
URSA_SYCL_EXPORT std::shared_ptr<DeviceImpl>
selectDevice(const void *selector, int (*score)(const void *selector, const device &));

/// The same for a score of a standard selector, which tells how much the devices of a driver can
/// have at most: drivers whose devices cannot win are not opened.
URSA_SYCL_EXPORT std::shared_ptr<DeviceImpl>
selectStandardDevice(info::device_type type, const void *selector,
                     int (*score)(const void *selector, const device &));

/// The standard selectors have a type: that of the devices with scores of 0 or more, or `all`.
template <class Selector> struct StandardSelector { static constexpr bool is = false; };
template <info::device_type Type> struct StandardSelectorOf {
  static constexpr bool is = true;
  static constexpr info::device_type type = Type;
};

/// Whether an object is of its static type, and not of a derived one.
template <class Selector> bool isExactly([[maybe_unused]] const Selector &selector) {
  if constexpr (!std::is_polymorphic_v<Selector>)
    return true;
#ifdef __cpp_rtti
  else
    return typeid(selector) == typeid(Selector);
#else
  else
    return false;
#endif
}

/// A selector, which may be a function.
template <class Selector> struct SelectorCall {
  Selector *selector;
  static int score(const void *call, const device &device) {
    return (*static_cast<const SelectorCall *>(call)->selector)(device);
  }
};

template <class Selector> std::shared_ptr<DeviceImpl> selectDevice(const Selector &selector) {
  using Call = SelectorCall<std::remove_reference_t<const Selector &>>;
  const Call call{&selector};
  using Standard = StandardSelector<Selector>;
  if constexpr (Standard::is)
    if (isExactly(selector))
      return selectStandardDevice(Standard::type, &call, &Call::score);
  return selectDevice(&call, &Call::score);
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
