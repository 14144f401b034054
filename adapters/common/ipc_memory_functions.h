// The functions by which processes share USM device allocations, which all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"
#include "ur_ddi.h"

#include <cstddef>
#include <optional>
#include <span>

namespace ursa::adapter {

/// findAllocation returns the allocation that contains an address, with its UR type, or none.
/// exportMemory returns handle data of kHandleDataSize bytes, which are the context's until forget:
/// false if there are no such data. open returns the address at which the context can use the
/// memory; each opening is closed once.
template <class Traits>
concept IpcMemoryTraits = requires(typename Traits::Context &context, ur_device_handle_t device,
                                   void *memory, const void *data,
                                   std::span<const std::byte> handleData) {
  { Traits::kHandleDataSize } -> std::convertible_to<size_t>;
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::findAllocation(context, memory)->type } -> std::convertible_to<ur_usm_type_t>;
  {
    Traits::exportMemory(context, memory, *Traits::findAllocation(context, memory))
    } -> ResultOf<void *>;
  { Traits::forget(context, data) } -> std::same_as<bool>;
  { Traits::open(context, device, handleData) } -> ResultOf<void *>;
  { Traits::close(context, memory) } -> ResultOfNothing;
};

template <IpcMemoryTraits Functions> struct IpcMemory {
  using Context = typename Functions::Context;

  static ur_result_t getHandleData(Context *hContext, void *pMem, void **ppIPCMemHandleData,
                                   size_t *pIPCMemHandleDataSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pMem);
      const auto found = Functions::findAllocation(*hContext, pMem);
      if (!found || found->type != UR_USM_TYPE_DEVICE)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "{} is not in device memory that the context has allocated.", pMem);
      if (ppIPCMemHandleData) {
        URSA_TRY(*ppIPCMemHandleData, Functions::exportMemory(*hContext, pMem, *found));
      }
      if (pIPCMemHandleDataSizeRet)
        *pIPCMemHandleDataSizeRet = Functions::kHandleDataSize;
      return {};
    });
  }

  static ur_result_t putHandleData(Context *hContext, void *pIPCMemHandleData) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pIPCMemHandleData);
      if (!Functions::forget(*hContext, pIPCMemHandleData))
        return makeError(
            UR_RESULT_ERROR_INVALID_VALUE,
            "{} is not handle data that urIPCGetMemHandleExp returned for the context.",
            pIPCMemHandleData);
      return {};
    });
  }

  static ur_result_t openHandleData(Context *hContext, ur_device_handle_t hDevice,
                                    void *pIPCMemHandleData, size_t ipcMemHandleDataSize,
                                    void **ppMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hDevice);
      URSA_POINTER(pIPCMemHandleData);
      URSA_POINTER(ppMem);
      URSA_CHECK(Functions::checkDeviceInContext(*hContext, hDevice));
      URSA_TRY(*ppMem, Functions::open(*hContext, hDevice,
                                       std::span(static_cast<const std::byte *>(pIPCMemHandleData),
                                                 ipcMemHandleDataSize)));
      return {};
    });
  }

  static ur_result_t closeHandleData(Context *hContext, void *pMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pMem);
      return Functions::close(*hContext, pMem);
    });
  }
};

/// The error of close for an address that open did not return.
inline Error notOpened(const void *memory) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "{} is not an allocation that urIPCOpenMemHandleExp returned.", memory);
}

template <IpcMemoryTraits Functions> void fillIpcMemoryFunctions(ur_dditable_t &table) {
  using All = IpcMemory<Functions>;
  table.IPCExp.pfnGetMemHandleExp = All::getHandleData;
  table.IPCExp.pfnPutMemHandleExp = All::putHandleData;
  table.IPCExp.pfnOpenMemHandleExp = All::openHandleData;
  table.IPCExp.pfnCloseMemHandleExp = All::closeHandleData;
}

} // namespace ursa::adapter
