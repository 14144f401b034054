// Two functions of the tables' kind that the loader answers itself, in the shape of intercepts, so
// that layers see them as they see all others.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

/// Asks every adapter. It has no handle to dispatch on. Defined in core/loader.
template <> struct Intercept<Function::urAdapterGet> {
  static constexpr bool present = true;
  static ur_result_t call(uint32_t NumEntries, ur_adapter_handle_t *phAdapters,
                          uint32_t *pNumAdapters);
};

/// urDeviceGet, seen through ONEAPI_DEVICE_SELECTOR. It is in no table.
template <> struct Intercept<Function::urDeviceGetSelected> {
  static constexpr bool present = true;
  static ur_result_t call(ur_platform_handle_t hPlatform, ur_device_type_t DeviceType,
                          uint32_t NumEntries, ur_device_handle_t *phDevices,
                          uint32_t *pNumDevices);
};

} // namespace ursa
