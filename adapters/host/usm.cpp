#include "adapters/host/usm.h"

#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/topology.h"
#include "compiler/targets/host/jit/host_jit.h"
#include "core/support/last_error.h"

#include <bit>
#include <cstdlib>

namespace ursa::host {
namespace {

Result<void> allocate(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                      ur_usm_pool_handle_t pool, size_t size, ur_usm_type_t type, void **ppMem) {
  URSA_HANDLE(hContext);
  URSA_POINTER(ppMem);
  if (pool)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "This device has no USM pools.");
  const size_t wanted = pUSMDesc ? pUSMDesc->align : 0;
  if (wanted != 0 && !std::has_single_bit(wanted))
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT, "The alignment {} is no power of two.",
                     wanted);
  if (size == 0 || size > topology().memoryBytes)
    return makeError(UR_RESULT_ERROR_INVALID_USM_SIZE,
                     "An allocation of {} bytes was asked for; 1 to {} are possible.", size,
                     topology().memoryBytes);
  const size_t alignment = std::max(wanted, jit::kMemoryAlignment);
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return makeError(type == UR_USM_TYPE_HOST ? UR_RESULT_ERROR_OUT_OF_HOST_MEMORY
                                              : UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "There is no memory for an allocation of {} bytes.", size);
  hContext->addAllocation({memory, size, type});
  *ppMem = memory;
  return {};
}

ur_result_t hostAlloc(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                      ur_usm_pool_handle_t pool, size_t size, void **ppMem) {
  return atBoundary(
      [&] { return allocate(hContext, pUSMDesc, pool, size, UR_USM_TYPE_HOST, ppMem); });
}

template <ur_usm_type_t Type>
ur_result_t deviceAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                        const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool, size_t size,
                        void **ppMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    return allocate(hContext, pUSMDesc, pool, size, Type, ppMem);
  });
}

ur_result_t freeMemory(ur_context_handle_t hContext, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    if (!hContext->removeAllocation(pMem))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} is not the beginning of an allocation of the context.", pMem);
    std::free(pMem);
    return {};
  });
}

ur_result_t getAllocInfo(ur_context_handle_t hContext, const void *pMem,
                         ur_usm_alloc_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const auto allocation = hContext->findAllocation(pMem);
    if (!allocation && propName != UR_USM_ALLOC_INFO_TYPE)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} does not lie in an allocation of the context.", pMem);
    switch (propName) {
    case UR_USM_ALLOC_INFO_TYPE:
      return writer.value(allocation ? allocation->type : UR_USM_TYPE_UNKNOWN);
    case UR_USM_ALLOC_INFO_BASE_PTR:
      return writer.value(allocation->base);
    case UR_USM_ALLOC_INFO_SIZE:
      return writer.value(allocation->size);
    case UR_USM_ALLOC_INFO_DEVICE:
      return writer.value(device());
    case UR_USM_ALLOC_INFO_POOL:
      return adapter::InfoWriter::unsupported("urUSMGetMemAllocInfo", propName);
    default:
      return adapter::InfoWriter::unknown("urUSMGetMemAllocInfo", propName);
    }
  });
}

} // namespace

void fillUsmTable(ur_dditable_t &table) {
  table.USM.pfnHostAlloc = hostAlloc;
  table.USM.pfnDeviceAlloc = deviceAlloc<UR_USM_TYPE_DEVICE>;
  table.USM.pfnSharedAlloc = deviceAlloc<UR_USM_TYPE_SHARED>;
  table.USM.pfnFree = freeMemory;
  table.USM.pfnGetMemAllocInfo = getAllocInfo;
}

} // namespace ursa::host
