#include "adapters/vulkan/quirks/quirks.h"

#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/quirks/probe.h"

namespace ursa::vulkan {
namespace {

bool isOfMesa(VkDriverId driver) {
  switch (driver) {
  case VK_DRIVER_ID_MESA_RADV:
  case VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA:
  case VK_DRIVER_ID_MESA_LLVMPIPE:
  case VK_DRIVER_ID_MESA_TURNIP:
  case VK_DRIVER_ID_MESA_V3DV:
  case VK_DRIVER_ID_MESA_PANVK:
  case VK_DRIVER_ID_MESA_VENUS: // of the host's driver, which may be one of these
  case VK_DRIVER_ID_MESA_DOZEN:
  case VK_DRIVER_ID_MESA_NVK:
  case VK_DRIVER_ID_IMAGINATION_OPEN_SOURCE_MESA:
    return true;
  default:
    return false;
  }
}

} // namespace

Quirks findQuirks(ur_device_handle_t_ &device) {
  std::optional<ProbeResults> results;
  if (auto probed = probeDriver(device))
    results = *probed;
  else
    log().write(UR_LOGGER_LEVEL_WARN, "The probe of the driver could not run on '{}': {}",
                device.properties.deviceName, probed.error().message);
  const VkDriverId driver = device.driver.driverID;
  const Quirks quirks = decideQuirks(results, {.isLavapipe = driver == VK_DRIVER_ID_MESA_LLVMPIPE,
                                               .isOfMesa = isOfMesa(driver),
                                               .hasDoubles = device.features.float64});
  log().write(UR_LOGGER_LEVEL_INFO, "Quirks of '{}': {}.", device.properties.deviceName,
              quirks.text());
  return quirks;
}

} // namespace ursa::vulkan
