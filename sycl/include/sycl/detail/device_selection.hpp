// Selection of a device by a device selector, any callable that scores devices (SYCL
// 2020, 4.6.1.1).
#pragma once

#include <sycl/detail/defines.hpp>

#include <memory>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

class device;

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
  return selectDevice(&call, &Call::score);
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
