#include "adapters/vulkan/quirks/quirks.h"

#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/quirks/probe.h"

namespace ursa::vulkan {

Quirks findQuirks(ur_device_handle_t_ &device) {
  std::optional<ProbeResults> results;
  if (auto probed = probeDriver(device))
    results = *probed;
  else
    log().write(UR_LOGGER_LEVEL_WARN, "The probe of the driver could not run on '{}': {}",
                device.properties.deviceName, probed.error().message);
  const Quirks quirks =
      decideQuirks(results, {.isLavapipe = device.driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE,
                             .hasDoubles = device.features.float64});
  log().write(UR_LOGGER_LEVEL_INFO, "Quirks of '{}': {}. It prefers images for '{}'.",
              device.properties.deviceName, quirks.text(), quirks.imageTarget());
  return quirks;
}

} // namespace ursa::vulkan
