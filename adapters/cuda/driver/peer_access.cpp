// Access of a device to the memory of another one.
#include "adapters/common/info.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "support/last_error.h"

namespace ursa::cuda {
namespace {

Result<void> checkPeers(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice) {
  URSA_HANDLE(commandDevice);
  URSA_HANDLE(peerDevice);
  return {};
}

/// @tparam Enables false to end the access
template <bool Enables>
ur_result_t switchAccess(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPeers(commandDevice, peerDevice));
    if (commandDevice == peerDevice)
      return {};
    int can = 0;
    URSA_CHECK(URSA_CU(cuDeviceCanAccessPeer, &can, commandDevice->id, peerDevice->id));
    if (!can)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Device '{}' cannot access the memory of '{}'.", commandDevice->name,
                       peerDevice->name);
    URSA_TRY(NativeContext *const native, commandDevice->primary());
    URSA_TRY(NativeContext *const peer, peerDevice->primary());
    URSA_TRY(const Current current, native->enter());
    const CUresult code = Enables ? cu().cuCtxEnablePeerAccess(peer->native, 0)
                                  : cu().cuCtxDisablePeerAccess(peer->native);
    return native->check(code, Enables ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
  });
}

ur_result_t getPeerInfo(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice,
                        ur_exp_peer_info_t propName, size_t propSize, void *pPropValue,
                        size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPeers(commandDevice, peerDevice));
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const auto ask = [&](CUdevice_P2PAttribute query) -> Result<void> {
      int answer = 1;
      if (commandDevice != peerDevice)
        URSA_CHECK(
            URSA_CU(cuDeviceGetP2PAttribute, &answer, query, commandDevice->id, peerDevice->id));
      return writer.value<int>(answer != 0);
    };
    switch (propName) {
    case UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT:
      return ask(CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED);
    case UR_EXP_PEER_INFO_UR_PEER_ATOMICS_SUPPORT:
      return ask(CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED);
    default:
      return adapter::InfoWriter::unknown("urUsmP2PPeerAccessGetInfoExp", propName);
    }
  });
}

} // namespace

void fillPeerAccess(ur_dditable_t &table) {
  table.UsmP2PExp.pfnEnablePeerAccessExp = switchAccess<true>;
  table.UsmP2PExp.pfnDisablePeerAccessExp = switchAccess<false>;
  table.UsmP2PExp.pfnPeerAccessGetInfoExp = getPeerInfo;
}

} // namespace ursa::cuda
