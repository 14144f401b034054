// The functions for exportable memory, device memory that other APIs and other processes can
// import, which all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"
#include "ur_ddi.h"

#include <cstring>

namespace ursa::adapter {

/// Memory is exported as opaque file descriptors. Errors: UR_RESULT_ERROR_INVALID_ENUMERATION,
/// UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION.
Result<void> checkExportType(ur_exp_external_mem_type_t type);

/// Rounds the size of exportable memory up to a multiple of the granularity. Errors:
/// UR_RESULT_ERROR_INVALID_VALUE for an alignment that is no power of two up to the granularity,
/// UR_RESULT_ERROR_INVALID_USM_SIZE.
Result<size_t> exportableSize(size_t alignment, size_t size, size_t granularity);

Error notExportable(const void *memory);

/// granularity is that of sizes and addresses. allocate gets the size and the rounded size.
/// exportMemory returns a descriptor, which the caller owns.
template <class Traits>
concept MemoryExportTraits = requires(typename Traits::Context &context, ur_device_handle_t device,
                                      size_t size, void *memory) {
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::granularity(context, device) } -> ResultOf<size_t>;
  { Traits::allocate(context, device, size, /*rounded=*/size) } -> ResultOf<void *>;
  { Traits::free(context, device, memory) } -> ResultOfNothing;
  { Traits::exportMemory(context, device, memory) } -> ResultOf<int>;
};

template <MemoryExportTraits Adapter> struct MemoryExportFunctions {
  using Context = typename Adapter::Context;

  static Result<void> check(Context *hContext, ur_device_handle_t hDevice) {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    return Adapter::checkDeviceInContext(*hContext, hDevice);
  }

  static ur_result_t allocate(Context *hContext, ur_device_handle_t hDevice, size_t alignment,
                              size_t size, ur_exp_external_mem_type_t handleTypeToExport,
                              void **ppMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(check(hContext, hDevice));
      URSA_POINTER(ppMem);
      URSA_CHECK(checkExportType(handleTypeToExport));
      URSA_TRY(const size_t granularity, Adapter::granularity(*hContext, hDevice));
      URSA_TRY(const size_t rounded, exportableSize(alignment, size, granularity));
      URSA_TRY(*ppMem, Adapter::allocate(*hContext, hDevice, size, rounded));
      return {};
    });
  }

  static ur_result_t freeMemory(Context *hContext, ur_device_handle_t hDevice, void *pMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(check(hContext, hDevice));
      URSA_POINTER(pMem);
      return Adapter::free(*hContext, hDevice, pMem);
    });
  }

  // The caller owns the descriptor.
  static ur_result_t exportHandle(Context *hContext, ur_device_handle_t hDevice,
                                  ur_exp_external_mem_type_t handleTypeToExport, void *pMem,
                                  void *pMemHandleRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(check(hContext, hDevice));
      URSA_POINTER(pMem);
      URSA_POINTER(pMemHandleRet);
      URSA_CHECK(checkExportType(handleTypeToExport));
      URSA_TRY(const int descriptor, Adapter::exportMemory(*hContext, hDevice, pMem));
      std::memcpy(pMemHandleRet, &descriptor, sizeof(descriptor));
      return {};
    });
  }
};

template <MemoryExportTraits Adapter> void fillMemoryExportFunctions(ur_dditable_t &table) {
  using Functions = MemoryExportFunctions<Adapter>;
  table.MemoryExportExp.pfnAllocExportableMemoryExp = Functions::allocate;
  table.MemoryExportExp.pfnFreeExportableMemoryExp = Functions::freeMemory;
  table.MemoryExportExp.pfnExportMemoryHandleExp = Functions::exportHandle;
}

} // namespace ursa::adapter
