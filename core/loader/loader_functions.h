// The functions that the loader implements itself, in the form of intercepts, so that layers handle
// them like all other functions.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

#define URSA_LOADER_INTERCEPT(function, ...)                                                       \
  template <> struct Intercept<Function::function> {                                               \
    static constexpr bool present = true;                                                          \
    static ur_result_t call(__VA_ARGS__);                                                          \
  };

URSA_LOADER_INTERCEPT(urLoaderConfigCreate, ur_loader_config_handle_t *phLoaderConfig)
URSA_LOADER_INTERCEPT(urLoaderConfigRetain, ur_loader_config_handle_t hLoaderConfig)
URSA_LOADER_INTERCEPT(urLoaderConfigRelease, ur_loader_config_handle_t hLoaderConfig)
URSA_LOADER_INTERCEPT(urLoaderConfigGetInfo, ur_loader_config_handle_t hLoaderConfig,
                      ur_loader_config_info_t propName, size_t propSize, void *pPropValue,
                      size_t *pPropSizeRet)
URSA_LOADER_INTERCEPT(urLoaderConfigEnableLayer, ur_loader_config_handle_t hLoaderConfig,
                      const char *pLayerName)
URSA_LOADER_INTERCEPT(urLoaderConfigSetCodeLocationCallback,
                      ur_loader_config_handle_t hLoaderConfig,
                      ur_code_location_callback_t pfnCodeloc, void *pUserData)
URSA_LOADER_INTERCEPT(urLoaderConfigSetMockingEnabled, ur_loader_config_handle_t hLoaderConfig,
                      ur_bool_t enable)
URSA_LOADER_INTERCEPT(urLoaderInit, ur_device_init_flags_t device_flags,
                      ur_loader_config_handle_t hLoaderConfig)
URSA_LOADER_INTERCEPT(urLoaderTearDown)

/// urDeviceGet, filtered by ONEAPI_DEVICE_SELECTOR. It is in no table.
URSA_LOADER_INTERCEPT(urDeviceGetSelected, ur_platform_handle_t hPlatform,
                      ur_device_type_t DeviceType, uint32_t NumEntries,
                      ur_device_handle_t *phDevices, uint32_t *pNumDevices)

#undef URSA_LOADER_INTERCEPT

} // namespace ursa
