#include "adapters/host/driver/platform.h"

#include "adapters/common/platform_functions.h"
#include "adapters/host/driver/adapter.h"

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
  adapter::fillPlatformFunctions<ur_adapter_handle_t_, ur_platform_handle_t_, all, text,
                                 UR_BACKEND_NATIVE_CPU, adapterHandle, counterpart>(table);
}

} // namespace ursa::host
