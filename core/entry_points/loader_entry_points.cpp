// The exported functions that the loader implements itself.

#include "core/dispatch/dispatch.h"

// None of them is hot, so they always take the slow path.
#define URSA_LOADER_ENTRY(function, parameters, ...)                                               \
  UR_APIEXPORT ur_result_t UR_APICALL function parameters {                                        \
    return ::ursa::core::dispatch::LayeredCall<::ursa::core::api::Function::function>::call(       \
        __VA_ARGS__);                                                                              \
  }

URSA_LOADER_ENTRY(urLoaderConfigCreate, (ur_loader_config_handle_t * phLoaderConfig),
                  phLoaderConfig)
URSA_LOADER_ENTRY(urLoaderConfigRetain, (ur_loader_config_handle_t hLoaderConfig), hLoaderConfig)
URSA_LOADER_ENTRY(urLoaderConfigRelease, (ur_loader_config_handle_t hLoaderConfig), hLoaderConfig)
URSA_LOADER_ENTRY(urLoaderConfigGetInfo,
                  (ur_loader_config_handle_t hLoaderConfig, ur_loader_config_info_t propName,
                   size_t propSize, void *pPropValue, size_t *pPropSizeRet),
                  hLoaderConfig, propName, propSize, pPropValue, pPropSizeRet)
URSA_LOADER_ENTRY(urLoaderConfigEnableLayer,
                  (ur_loader_config_handle_t hLoaderConfig, const char *pLayerName), hLoaderConfig,
                  pLayerName)
URSA_LOADER_ENTRY(urLoaderConfigSetCodeLocationCallback,
                  (ur_loader_config_handle_t hLoaderConfig, ur_code_location_callback_t pfnCodeloc,
                   void *pUserData),
                  hLoaderConfig, pfnCodeloc, pUserData)
URSA_LOADER_ENTRY(urLoaderConfigSetMockingEnabled,
                  (ur_loader_config_handle_t hLoaderConfig, ur_bool_t enable), hLoaderConfig,
                  enable)
URSA_LOADER_ENTRY(urLoaderInit,
                  (ur_device_init_flags_t device_flags, ur_loader_config_handle_t hLoaderConfig),
                  device_flags, hLoaderConfig)
URSA_LOADER_ENTRY(urLoaderTearDown, (void))
URSA_LOADER_ENTRY(urAdapterGet,
                  (uint32_t NumEntries, ur_adapter_handle_t *phAdapters, uint32_t *pNumAdapters),
                  NumEntries, phAdapters, pNumAdapters)

UR_APIEXPORT ur_result_t UR_APICALL urDeviceGetSelected(ur_platform_handle_t hPlatform,
                                                        ur_device_type_t DeviceType,
                                                        uint32_t NumEntries,
                                                        ur_device_handle_t *phDevices,
                                                        uint32_t *pNumDevices) {
  return ursa::core::dispatch::dispatch<ursa::core::api::Function::urDeviceGetSelected>(
      hPlatform, DeviceType, NumEntries, phDevices, pNumDevices);
}
