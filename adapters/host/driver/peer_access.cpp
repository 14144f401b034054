// Peer access. All devices share host memory, so access is always enabled.
#include "adapters/common/info.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/memory/memory_sharing.h"
#include "support/last_error.h"

namespace ursa::host {
namespace {

Result<void> checkPeers(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice) {
  URSA_HANDLE(commandDevice);
  URSA_HANDLE(peerDevice);
  URSA_CHECK(checkDevice(commandDevice));
  return checkDevice(peerDevice);
}

// Enables or disables access. There is nothing to do but to check the devices.
ur_result_t switchAccess(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice) {
  return atBoundary([&]() -> Result<void> { return checkPeers(commandDevice, peerDevice); });
}

ur_result_t getInfo(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice,
                    ur_exp_peer_info_t propName, size_t propSize, void *pPropValue,
                    size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPeers(commandDevice, peerDevice));
    switch (propName) {
    case UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT:
    case UR_EXP_PEER_INFO_UR_PEER_ATOMICS_SUPPORT:
      return adapter::InfoWriter(propSize, pPropValue, pPropSizeRet).value<int>(1);
    default:
      return adapter::InfoWriter::unknown("urUsmP2PPeerAccessGetInfoExp", propName);
    }
  });
}

} // namespace

void fillPeerAccessTable(ur_dditable_t &table) {
  table.UsmP2PExp.pfnEnablePeerAccessExp = switchAccess;
  table.UsmP2PExp.pfnDisablePeerAccessExp = switchAccess;
  table.UsmP2PExp.pfnPeerAccessGetInfoExp = getInfo;
}

} // namespace ursa::host
