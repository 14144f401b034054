#include "adapters/host/platform.h"

#include "adapters/common/backend.h"
#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

ur_result_t get(ur_adapter_handle_t hAdapter, uint32_t NumEntries,
                ur_platform_handle_t *phPlatforms, uint32_t *pNumPlatforms) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    if (phPlatforms && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "NumEntries is 0, but phPlatforms is not null.");
    if (!phPlatforms && !pNumPlatforms)
      return Error{UR_RESULT_ERROR_INVALID_VALUE,
                   "Nothing was asked for: phPlatforms and pNumPlatforms are null."};
    if (phPlatforms)
      *phPlatforms = platform();
    if (pNumPlatforms)
      *pNumPlatforms = 1;
    return {};
  });
}

ur_result_t getInfo(ur_platform_handle_t hPlatform, ur_platform_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PLATFORM_INFO_NAME:
      return writer.string("Ursa host");
    case UR_PLATFORM_INFO_VENDOR_NAME:
      return writer.string("Ursa");
    case UR_PLATFORM_INFO_VERSION:
      return writer.string("0.1");
    case UR_PLATFORM_INFO_EXTENSIONS:
      return writer.string("");
    case UR_PLATFORM_INFO_PROFILE:
      return writer.string("FULL_PROFILE");
    case UR_PLATFORM_INFO_BACKEND:
      return writer.value(adapter::reportedBackend(UR_BACKEND_NATIVE_CPU));
    case UR_PLATFORM_INFO_ADAPTER:
      return writer.value(adapterHandle());
    default:
      return adapter::InfoWriter::unknown("urPlatformGetInfo", propName);
    }
  });
}

ur_result_t getApiVersion(ur_platform_handle_t hPlatform, ur_api_version_t *pVersion) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pVersion);
    *pVersion = UR_API_VERSION_CURRENT;
    return {};
  });
}

// The options of optimization levels are those of the front end; others have no counterpart.
ur_result_t getBackendOption(ur_platform_handle_t hPlatform, const char *pFrontendOption,
                             const char **ppPlatformOption) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pFrontendOption);
    URSA_POINTER(ppPlatformOption);
    const std::string_view option = pFrontendOption;
    for (const char *known : {"", "-O0", "-O1", "-O2", "-O3"})
      if (option == known) {
        *ppPlatformOption = known;
        return {};
      }
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The option '{}' has no counterpart on this platform.", option);
  });
}

} // namespace

void fillPlatformTable(ur_dditable_t &table) {
  table.Platform.pfnGet = get;
  table.Platform.pfnGetInfo = getInfo;
  table.Platform.pfnGetApiVersion = getApiVersion;
  table.Platform.pfnGetBackendOption = getBackendOption;
}

} // namespace ursa::host
