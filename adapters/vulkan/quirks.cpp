#include "adapters/vulkan/quirks.h"

#include "adapters/vulkan/adapter.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/probe.h"

namespace ursa::vulkan {
namespace {

// What no probe finds out in reasonable time.
Quirks fromTable(const ur_device_handle_t_ &device) {
  Quirks quirks;
  switch (device.driver.driverID) {
  case VK_DRIVER_ID_MESA_LLVMPIPE:
    quirks.breaksFencesInLoops = true;
    quirks.loopLimit = 65535;
    quirks.cacheIsEmpty = true;
    break;
  default:
    break;
  }
  return quirks;
}

} // namespace

std::string Quirks::compilerOptions() const {
  std::string options;
  const auto add = [&](bool isNeeded, const char *option) {
    if (isNeeded)
      options += fmt::format("{}{}", options.empty() ? "" : " ", option);
  };
  add(fmaIsNotFused, "--fma=double");
  add(breaksFencesInLoops, "--relaxed-fences");
  return options;
}

Quirks findQuirks(ur_device_handle_t_ &device) {
  Quirks quirks = fromTable(device);
  if (auto isFused = probeFusedFma(device))
    quirks.fmaIsNotFused = !*isFused;
  else
    log().write(UR_LOGGER_LEVEL_WARN, "The probe of fma could not run on '{}': {}",
                device.properties.deviceName, isFused.error().message);
  if (const std::string options = quirks.compilerOptions(); !options.empty())
    log().write(UR_LOGGER_LEVEL_INFO, "Images for '{}' want the options: {}",
                device.properties.deviceName, options);
  return quirks;
}

} // namespace ursa::vulkan
