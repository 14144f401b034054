// The context functions that all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <mutex>
#include <span>
#include <vector>

namespace ursa::adapter {

/// Callbacks that the application registered for the destruction of a context. Thread safe.
class ContextDeleters {
public:
  void add(ur_context_extended_deleter_t function, void *userData) {
    const std::lock_guard guard(mutex_);
    all_.push_back({function, userData});
  }
  /// Calls the callbacks in reverse order of registration. Called by the context's destructor.
  void run() {
    for (auto deleter = all_.rbegin(); deleter != all_.rend(); ++deleter)
      deleter->function(deleter->userData);
  }

private:
  struct Deleter {
    ur_context_extended_deleter_t function;
    void *userData;
  };
  std::mutex mutex_; ///< guards the members below
  std::vector<Deleter> all_;
};

/// Checks the parameters of urContextCreate, and returns the devices without duplicates.
/// Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER, UR_RESULT_ERROR_INVALID_NULL_HANDLE,
/// UR_RESULT_ERROR_INVALID_SIZE for no device, UR_RESULT_ERROR_INVALID_ENUMERATION for undefined
/// flags.
Result<std::vector<ur_device_handle_t>> contextDevices(uint32_t deviceCount,
                                                       const ur_device_handle_t *phDevices,
                                                       const ur_context_properties_t *pProperties,
                                                       const ur_context_handle_t *phContext);

/// Returns UR_RESULT_ERROR_INVALID_DEVICE for a device of another adapter.
inline Result<void> checkOwnDevice(const HandleBase &device) {
  if (device.ddiTable != &table())
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The device belongs to another adapter.");
  return {};
}

/// Implements pfnCreate.
/// @tparam Make gets at least one device, and no duplicates
template <class Device, Callable<Result<ur_context_handle_t>(std::vector<Device *>)> auto Make>
ur_result_t createContext(uint32_t DeviceCount, Device *const *phDevices,
                          const ur_context_properties_t *pProperties,
                          ur_context_handle_t *phContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(auto devices, contextDevices(DeviceCount, phDevices, pProperties, phContext));
    for (const Device *device : devices)
      URSA_CHECK(checkOwnDevice(*device));
    URSA_TRY(*phContext, Make(std::move(devices)));
    return {};
  });
}

/// Implements pfnSetExtendedDeleter.
/// @tparam Context has a member ContextDeleters deleters
template <class Context>
ur_result_t setExtendedDeleter(Context *hContext, ur_context_extended_deleter_t pfnDeleter,
                               void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(reinterpret_cast<const void *>(pfnDeleter));
    hContext->deleters.add(pfnDeleter, pUserData);
    return {};
  });
}

/// Implements pfnGetInfo.
/// @tparam HasUsm2d whether commands support 2D USM copies and fills
template <class Context, Callable<std::vector<ur_device_handle_t>(Context &)> auto Devices,
          Callable<bool(Context &)> auto HasUsm2d>
ur_result_t getContextInfo(Context *hContext, ur_context_info_t propName, size_t propSize,
                           void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_CONTEXT_INFO_NUM_DEVICES:
      return writer.value(static_cast<uint32_t>(Devices(*hContext).size()));
    case UR_CONTEXT_INFO_DEVICES: {
      const std::vector<ur_device_handle_t> devices = Devices(*hContext);
      return writer.array(std::span<const ur_device_handle_t>(devices));
    }
    case UR_CONTEXT_INFO_REFERENCE_COUNT:
      return writer.value(hContext->references.load());
    case UR_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT:
    case UR_CONTEXT_INFO_USM_FILL2D_SUPPORT:
      return writer.value<ur_bool_t>(HasUsm2d(*hContext));
    default:
      return InfoWriter::unknown("urContextGetInfo", propName);
    }
  });
}

/// Fills the table's functions of contexts.
/// @tparam Make, Devices, HasUsm2d as above
template <class Context, class Device,
          Callable<Result<ur_context_handle_t>(std::vector<Device *>)> auto Make,
          Callable<std::vector<ur_device_handle_t>(Context &)> auto Devices,
          Callable<bool(Context &)> auto HasUsm2d>
void fillContextFunctions(ur_dditable_t &table) {
  table.Context.pfnCreate = createContext<Device, Make>;
  table.Context.pfnRetain = retainHandle<Context>;
  table.Context.pfnRelease = releaseHandle<Context>;
  table.Context.pfnGetInfo = getContextInfo<Context, Devices, HasUsm2d>;
  table.Context.pfnSetExtendedDeleter = setExtendedDeleter<Context>;
}

} // namespace ursa::adapter
