#include "adapters/host/virtual_memory.h"

#include "adapters/common/info.h"
#include "adapters/host/context.h"
#include "adapters/host/physical_memory.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

using adapter::InfoWriter;

// Treats zero access flags as no access.
ur_virtual_mem_access_flags_t normalized(ur_virtual_mem_access_flags_t access) {
  return access ? access : ur_virtual_mem_access_flags_t{UR_VIRTUAL_MEM_ACCESS_FLAG_NONE};
}

ur_result_t getGranularity(ur_context_handle_t hContext, ur_device_handle_t hDevice, size_t,
                           ur_virtual_mem_granularity_info_t propName, size_t propSize,
                           void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    if (hDevice)
      URSA_CHECK(hContext->checkHas(hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM:
    case UR_VIRTUAL_MEM_GRANULARITY_INFO_RECOMMENDED:
      return writer.value(pageSize());
    default:
      return InfoWriter::unknown("urVirtualMemGranularityGetInfo", propName);
    }
  });
}

ur_result_t reserve(ur_context_handle_t hContext, const void *pStart, size_t size, void **ppStart) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(ppStart);
    URSA_TRY(*ppStart, hContext->addresses.reserve(pStart, size));
    return {};
  });
}

ur_result_t freeRange(ur_context_handle_t hContext, const void *pStart, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pStart);
    return hContext->addresses.free(pStart, size);
  });
}

ur_result_t map(ur_context_handle_t hContext, const void *pStart, size_t size,
                ur_physical_mem_handle_t hPhysicalMem, size_t offset,
                ur_virtual_mem_access_flags_t flags) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hPhysicalMem);
    URSA_POINTER(pStart);
    URSA_CHECK(checkAccess(flags));
    if (hPhysicalMem->context.get() != hContext)
      return Error{UR_RESULT_ERROR_INVALID_CONTEXT,
                   "The physical memory belongs to another context."};
    return hContext->addresses.map(pStart, size, hPhysicalMem->file, offset, normalized(flags));
  });
}

ur_result_t unmap(ur_context_handle_t hContext, const void *pStart, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pStart);
    return hContext->addresses.unmap(pStart, size);
  });
}

ur_result_t setAccess(ur_context_handle_t hContext, const void *pStart, size_t size,
                      ur_virtual_mem_access_flags_t flags) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pStart);
    URSA_CHECK(checkAccess(flags));
    return hContext->addresses.setAccess(pStart, size, normalized(flags));
  });
}

ur_result_t getInfo(ur_context_handle_t hContext, const void *pStart, size_t size,
                    ur_virtual_mem_info_t propName, size_t propSize, void *pPropValue,
                    size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pStart);
    if (propName != UR_VIRTUAL_MEM_INFO_ACCESS_MODE)
      return InfoWriter::unknown("urVirtualMemGetInfo", propName);
    URSA_TRY(const auto access, hContext->addresses.accessOf(pStart, size));
    return InfoWriter(propSize, pPropValue, pPropSizeRet).value(access);
  });
}

} // namespace

void fillVirtualMemoryTable(ur_dditable_t &table) {
  table.VirtualMem.pfnGranularityGetInfo = getGranularity;
  table.VirtualMem.pfnReserve = reserve;
  table.VirtualMem.pfnFree = freeRange;
  table.VirtualMem.pfnMap = map;
  table.VirtualMem.pfnUnmap = unmap;
  table.VirtualMem.pfnSetAccess = setAccess;
  table.VirtualMem.pfnGetInfo = getInfo;
}

} // namespace ursa::host
