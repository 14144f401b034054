// Access of a device to memory of another one (sycl_ext_oneapi_peer_access) over the C ABI.
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

bool canAccess(const DeviceImpl &device, const DeviceImpl &peer, ur_exp_peer_info_t query) {
  int answer = 0;
  return &device.platform() == &peer.platform() &&
         urUsmP2PPeerAccessGetInfoExp(device.handle(), peer.handle(), query, sizeof(answer),
                                      &answer, nullptr) == UR_RESULT_SUCCESS &&
         answer != 0;
}

void requireAccess(const DeviceImpl &device, const DeviceImpl &peer) {
  if (!canAccess(device, peer, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT))
    fail(errc::feature_not_supported, "The device '" + device.entry().name +
                                          "' cannot access memory of the device '" +
                                          peer.entry().name + "'.");
}

} // namespace
} // namespace detail

void device::ext_oneapi_enable_peer_access(const device &peer) {
  detail::requireAccess(*impl_, *peer.impl_);
  detail::check(urUsmP2PEnablePeerAccessExp(impl_->handle(), peer.impl_->handle()),
                "Enabling access to another device", errc::invalid);
}

void device::ext_oneapi_disable_peer_access(const device &peer) {
  detail::requireAccess(*impl_, *peer.impl_);
  detail::check(urUsmP2PDisablePeerAccessExp(impl_->handle(), peer.impl_->handle()),
                "Disabling access to another device", errc::invalid);
}

bool device::ext_oneapi_can_access_peer(const device &peer, ext::oneapi::peer_access asked) {
  return detail::canAccess(*impl_, *peer.impl_,
                           asked == ext::oneapi::peer_access::access_supported
                               ? UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT
                               : UR_EXP_PEER_INFO_UR_PEER_ATOMICS_SUPPORT);
}

} // namespace sycl
} // namespace ursa_sycl
