// The platform functions that all adapters share.
#pragma once

#include "adapters/common/backend.h"
#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::adapter {

/// The platforms of a driver; they live as long as the process. Thread safe.
/// @tparam Open () -> std::vector<Platform *>; called once
template <class Platform, auto Open> class PlatformList {
public:
  /// Opens the driver at the first call.
  static std::span<Platform *const> all() {
    static const List &list = []() -> const List & {
      const auto *made = new List(Open());
      opened_ = made;
      return *made;
    }();
    return list;
  }
  /// Those found so far: none before the first call of all().
  static std::span<Platform *const> opened() {
    const List *list = opened_.load();
    return list ? std::span<Platform *const>(*list) : std::span<Platform *const>();
  }

private:
  using List = std::vector<Platform *>;
  static inline constinit std::atomic<const List *> opened_ = nullptr;
};

/// Implements pfnGet.
/// @tparam All () -> a range of the adapter's platforms
template <class Adapter, class Platform, auto All>
ur_result_t getPlatforms(Adapter *hAdapter, uint32_t NumEntries, Platform **phPlatforms,
                         uint32_t *pNumPlatforms) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    if (phPlatforms && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "NumEntries is 0, but phPlatforms is not null.");
    if (!phPlatforms && !pNumPlatforms)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "phPlatforms and pNumPlatforms are both null.");
    const auto all = All();
    if (phPlatforms)
      std::copy_n(all.begin(), std::min<size_t>(NumEntries, all.size()), phPlatforms);
    if (pNumPlatforms)
      *pNumPlatforms = static_cast<uint32_t>(all.size());
    return {};
  });
}

/// Implements pfnGetInfo.
/// @tparam Text returns the platform's name, vendor, version, extensions or profile
/// @tparam Owner returns the adapter's handle
template <class Platform, Callable<Result<std::string>(Platform &, ur_platform_info_t)> auto Text,
          ur_backend_t Backend, Callable<ur_adapter_handle_t()> auto Owner>
ur_result_t getPlatformInfo(Platform *hPlatform, ur_platform_info_t propName, size_t propSize,
                            void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PLATFORM_INFO_NAME:
    case UR_PLATFORM_INFO_VENDOR_NAME:
    case UR_PLATFORM_INFO_VERSION:
    case UR_PLATFORM_INFO_EXTENSIONS:
    case UR_PLATFORM_INFO_PROFILE: {
      URSA_TRY(const std::string text, Result<std::string>(Text(*hPlatform, propName)));
      return writer.string(text);
    }
    case UR_PLATFORM_INFO_BACKEND:
      return writer.value(reportedBackend(Backend));
    case UR_PLATFORM_INFO_ADAPTER:
      return writer.value(Owner());
    default:
      return InfoWriter::unknown("urPlatformGetInfo", propName);
    }
  });
}

/// Implements pfnGetApiVersion.
template <class Platform>
ur_result_t getApiVersion(Platform *hPlatform, ur_api_version_t *pVersion) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pVersion);
    *pVersion = UR_API_VERSION_CURRENT;
    return {};
  });
}

/// Implements pfnGetBackendOption.
/// @tparam Counterpart returns the platform's option for one of the front end, a string with static
///                     lifetime, or null
template <class Platform, Callable<const char *(std::string_view)> auto Counterpart>
ur_result_t getBackendOption(Platform *hPlatform, const char *pFrontendOption,
                             const char **ppPlatformOption) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pFrontendOption);
    URSA_POINTER(ppPlatformOption);
    const char *counterpart = Counterpart(std::string_view(pFrontendOption));
    if (!counterpart)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The option '{}' has no counterpart on this platform.", pFrontendOption);
    *ppPlatformOption = counterpart;
    return {};
  });
}

/// Fills the table's functions of platforms.
/// @tparam All, Text, Owner, Counterpart as above
template <class Adapter, class Platform, auto All,
          Callable<Result<std::string>(Platform &, ur_platform_info_t)> auto Text,
          ur_backend_t Backend, Callable<ur_adapter_handle_t()> auto Owner,
          Callable<const char *(std::string_view)> auto Counterpart>
void fillPlatformFunctions(ur_dditable_t &table) {
  table.Platform.pfnGet = getPlatforms<Adapter, Platform, All>;
  table.Platform.pfnGetInfo = getPlatformInfo<Platform, Text, Backend, Owner>;
  table.Platform.pfnGetApiVersion = getApiVersion<Platform>;
  table.Platform.pfnGetBackendOption = getBackendOption<Platform, Counterpart>;
}

/// Maps a front-end option for compilers that optimize by default and have no optimization levels.
inline const char *optionWithoutLevels(std::string_view option, const char *noOptimization) {
  if (option == "-O0")
    return noOptimization;
  return option == "" || option == "-O1" || option == "-O2" || option == "-O3" ? "" : nullptr;
}

} // namespace ursa::adapter
