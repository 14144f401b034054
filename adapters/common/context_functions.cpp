#include "adapters/common/context_functions.h"

#include <algorithm>

namespace ursa::adapter {

Result<std::vector<ur_device_handle_t>> contextDevices(uint32_t deviceCount,
                                                       const ur_device_handle_t *phDevices,
                                                       const ur_context_properties_t *pProperties,
                                                       const ur_context_handle_t *phContext) {
  URSA_POINTER(phDevices);
  URSA_POINTER(phContext);
  if (deviceCount == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "A context needs at least one device; 0 were given.");
  if (pProperties && (pProperties->flags & UR_CONTEXT_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The context flags {:#x} are not defined.", pProperties->flags);
  std::vector<ur_device_handle_t> devices;
  for (ur_device_handle_t device : std::span(phDevices, deviceCount)) {
    URSA_CHECK(checkHandle(device, "in phDevices"));
    if (std::find(devices.begin(), devices.end(), device) == devices.end())
      devices.push_back(device);
  }
  return devices;
}

} // namespace ursa::adapter
