#include "adapters/host/platform.h"

#include "adapters/common/platform_functions.h"
#include "adapters/host/adapter.h"

#include <array>

namespace ursa::host {
namespace {

std::array<ur_platform_handle_t, 1> all() { return {platform()}; }

std::string text(const ur_platform_handle_t_ &, ur_platform_info_t query) {
  switch (query) {
  case UR_PLATFORM_INFO_NAME:
    return "Ursa host";
  case UR_PLATFORM_INFO_VENDOR_NAME:
    return "Ursa";
  case UR_PLATFORM_INFO_VERSION:
    return "0.1";
  case UR_PLATFORM_INFO_PROFILE:
    return "FULL_PROFILE";
  default:
    return "";
  }
}

// Returns the backend option for a frontend option. Optimization levels have the same names; other
// options have no counterpart.
const char *counterpart(std::string_view option) {
  for (const char *known : {"", "-O0", "-O1", "-O2", "-O3"})
    if (option == known)
      return known;
  return nullptr;
}

} // namespace

void fillPlatformTable(ur_dditable_t &table) {
  using Platform = ur_platform_handle_t_;
  table.Platform.pfnGet = adapter::getPlatforms<ur_adapter_handle_t_, Platform, all>;
  table.Platform.pfnGetInfo =
      adapter::getPlatformInfo<Platform, text, UR_BACKEND_NATIVE_CPU, adapterHandle>;
  table.Platform.pfnGetApiVersion = adapter::getApiVersion<Platform>;
  table.Platform.pfnGetBackendOption = adapter::getBackendOption<Platform, counterpart>;
}

} // namespace ursa::host
