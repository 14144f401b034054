// Registers host memory of the application in a context. Devices can access it without
// registration; registration makes queries about its addresses succeed.
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_sharing.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

ur_result_t registerMemory(ur_context_handle_t hContext, void *pHostMem, size_t size,
                           const ur_exp_usm_host_alloc_register_properties_t *pProperties) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pHostMem);
    if (pProperties && (pProperties->flags & UR_EXP_USM_HOST_ALLOC_REGISTER_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The registration flags {:#x} are not defined.", pProperties->flags);
    uintptr_t end = 0;
    if (size == 0 || __builtin_add_overflow(reinterpret_cast<uintptr_t>(pHostMem), size, &end))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} bytes of memory at {} cannot be registered.", size, pHostMem);
    Context::Allocation range;
    range.base = pHostMem;
    range.size = size;
    range.type = UR_USM_TYPE_HOST;
    if (!hContext->addForeign(range))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The {} bytes at {} overlap memory that the context knows already.", size,
                       pHostMem);
    return {};
  });
}

ur_result_t unregisterMemory(ur_context_handle_t hContext, void *pHostMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pHostMem);
    if (!hContext->removeForeign(pHostMem, UR_USM_TYPE_HOST))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No memory at {} is registered.", pHostMem);
    return {};
  });
}

} // namespace

void fillUsmRegisterTable(ur_dditable_t &table) {
  table.USMExp.pfnHostAllocRegisterExp = registerMemory;
  table.USMExp.pfnHostAllocUnregisterExp = unregisterMemory;
}

} // namespace ursa::host
