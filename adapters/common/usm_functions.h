// The USM functions that adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/memory_checks.h"
#include "support/last_error.h"
#include "ur_ddi.h"

#include <optional>

namespace ursa::adapter {

/// The answers of urUSMGetMemAllocInfo.
struct UsmAllocationInfo {
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  void *base = nullptr;
  size_t size = 0;
  ur_device_handle_t device = nullptr;
  ur_usm_pool_handle_t pool = nullptr; ///< null for none
};

/// @param facts none when no allocation contains the address
Result<void> answerUsm(const InfoWriter &writer, ur_usm_alloc_info_t query, const void *address,
                       const std::optional<UsmAllocationInfo> &facts);

/// Implements pfnGetMemAllocInfo.
/// @tparam Find returns the allocation that contains the address
template <class Context,
          Callable<std::optional<UsmAllocationInfo>(Context &, const void *)> auto Find>
ur_result_t getUsmInfo(Context *hContext, const void *pMem, ur_usm_alloc_info_t propName,
                       size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    return answerUsm(InfoWriter(propSize, pPropValue, pPropSizeRet), propName, pMem,
                     Find(*hContext, pMem));
  });
}

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags.
/// @param properties null for none
Result<void> checkRegistration(const ur_exp_usm_host_alloc_register_properties_t *properties);

/// Implements pfnHostAllocRegisterExp.
template <class Context, Callable<Result<void>(Context &, void *, size_t)> auto Register>
ur_result_t registerHostMemory(Context *hContext, void *pHostMem, size_t size,
                               const ur_exp_usm_host_alloc_register_properties_t *pProperties) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pHostMem);
    URSA_CHECK(checkRegistration(pProperties));
    return Register(*hContext, pHostMem, size);
  });
}

/// Implements pfnHostAllocUnregisterExp and pfnReleaseExp.
template <class Context, Callable<Result<void>(Context &, void *)> auto Unregister>
ur_result_t unregisterHostMemory(Context *hContext, void *pHostMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pHostMem);
    return Unregister(*hContext, pHostMem);
  });
}

/// Implements pfnImportExp.
template <class Context, Callable<Result<void>(Context &, void *, size_t)> auto Import>
ur_result_t importHostMemory(Context *hContext, void *pMem, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The size of an import must be at least 1 byte; 0 was given.");
    return Import(*hContext, pMem, size);
  });
}

/// The layout of pitched memory.
struct PitchedSize {
  size_t pitch = 0; ///< bytes from row to row
  size_t bytes = 0; ///< bytes of all rows
};
/// Returns the layout of rows whose pitch is a multiple of @p multiple bytes. Error
/// UR_RESULT_ERROR_INVALID_USM_SIZE when the size is 0 or too large.
Result<PitchedSize> pitchedSize(size_t widthInBytes, size_t height, size_t elementBytes,
                                size_t multiple);

/// The parameters of an allocation.
struct UsmRequest {
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  ur_device_handle_t device = nullptr; ///< null for host memory
  ur_usm_pool_handle_t pool = nullptr; ///< the pool to allocate from; null for none
  size_t size = 0;                     ///< bytes
  size_t alignment = 0;                ///< a power of two, or 0 for any
};

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined hints.
/// @param description null for none
Result<void> checkUsmDescription(const ur_usm_desc_t *description);

/// Errors: UR_RESULT_ERROR_INVALID_VALUE for the alignment, UR_RESULT_ERROR_INVALID_USM_SIZE.
/// @param largest bytes of the largest possible allocation
Result<void> checkUsmRequest(const UsmRequest &request, size_t largest);

/// largest returns the bytes of the largest allocation; its device is null for host memory.
/// rowAlignment returns the alignment of the rows of pitched memory in bytes. allocate gets a
/// request that has been checked. Commands in flight may still use the memory that free gets.
/// copyNow blocks until the copy is complete.
template <class Traits>
concept UsmTraits = requires(typename Traits::Context &context, ur_device_handle_t device,
                             const UsmRequest &request, void *address, const void *source,
                             size_t size) {
  typename Traits::Pool;
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::largest(context, device) } -> std::convertible_to<size_t>;
  { Traits::rowAlignment(*device) } -> std::convertible_to<size_t>;
  { Traits::allocate(context, request) } -> ResultOf<void *>;
  { Traits::free(context, address) } -> ResultOfNothing;
  { Traits::copyNow(context, address, source, size) } -> ResultOfNothing;
};

/// Checks the parameters and allocates.
template <UsmTraits Usm>
Result<void *> allocateUsm(typename Usm::Context &context, const UsmRequest &request) {
  const typename Usm::Pool *const pool = request.pool;
  if (pool && pool->context != &context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT, "The USM pool is of another context.");
  URSA_CHECK(checkUsmRequest(request, Usm::largest(context, request.device)));
  return Usm::allocate(context, request);
}

/// The functions that allocate, free and copy.
template <UsmTraits Usm> struct UsmFunctions {
  static ur_result_t hostAlloc(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                               ur_usm_pool_handle_t pool, size_t size, void **ppMem) {
    return atBoundary([&] {
      return allocate(hContext, pUSMDesc, {.type = UR_USM_TYPE_HOST, .pool = pool, .size = size},
                      ppMem);
    });
  }

  template <ur_usm_type_t Type>
  static ur_result_t deviceAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                 const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool,
                                 size_t size, void **ppMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hDevice);
      return allocate(hContext, pUSMDesc,
                      {.type = Type, .device = hDevice, .pool = pool, .size = size}, ppMem);
    });
  }

  static ur_result_t pitchedAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                  const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool,
                                  size_t widthInBytes, size_t height, size_t elementSizeBytes,
                                  void **ppMem, size_t *pResultPitch) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hDevice);
      URSA_POINTER(pResultPitch);
      URSA_TRY(const PitchedSize size,
               pitchedSize(widthInBytes, height, elementSizeBytes, Usm::rowAlignment(*hDevice)));
      URSA_CHECK(allocate(
          hContext, pUSMDesc,
          {.type = UR_USM_TYPE_DEVICE, .device = hDevice, .pool = pool, .size = size.bytes},
          ppMem));
      *pResultPitch = size.pitch;
      return {};
    });
  }

  static ur_result_t free(ur_context_handle_t hContext, void *pMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pMem);
      return Usm::free(*hContext, pMem);
    });
  }

  static ur_result_t contextMemcpy(ur_context_handle_t hContext, void *pDst, const void *pSrc,
                                   size_t size) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_CHECK(checkUsmCopy(pDst, pSrc, size));
      return Usm::copyNow(*hContext, pDst, pSrc, size);
    });
  }

private:
  static Result<void> allocate(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                               UsmRequest request, void **ppMem) {
    URSA_HANDLE(hContext);
    URSA_POINTER(ppMem);
    if (request.device)
      URSA_CHECK(Usm::checkDeviceInContext(*hContext, request.device));
    URSA_CHECK(checkUsmDescription(pUSMDesc));
    request.alignment = pUSMDesc ? pUSMDesc->align : 0;
    URSA_TRY(*ppMem, allocateUsm<Usm>(*hContext, request));
    return {};
  }
};

/// Returns the error for freeing an address at which no allocation begins.
inline Error notAllocated(const void *address) {
  return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                   "{} is not the beginning of an allocation of the context.", address);
}

/// Fills in the entries of UsmFunctions. The adapter provides pfnGetMemAllocInfo.
template <UsmTraits Usm> void fillUsmFunctions(ur_dditable_t &table) {
  using Functions = UsmFunctions<Usm>;
  table.USM.pfnHostAlloc = Functions::hostAlloc;
  table.USM.pfnDeviceAlloc = Functions::template deviceAlloc<UR_USM_TYPE_DEVICE>;
  table.USM.pfnSharedAlloc = Functions::template deviceAlloc<UR_USM_TYPE_SHARED>;
  table.USM.pfnFree = Functions::free;
  table.USMExp.pfnPitchedAllocExp = Functions::pitchedAlloc;
  table.USMExp.pfnContextMemcpyExp = Functions::contextMemcpy;
}

} // namespace ursa::adapter
