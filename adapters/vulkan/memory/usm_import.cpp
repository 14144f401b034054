// Imported application memory: like host USM until the application releases it. Kernels in flight
// must not use it then.
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "core/support/last_error.h"

namespace ursa::vulkan {
namespace {

Result<void> import(ur_context_handle_t hContext, void *memory, size_t size) {
  uintptr_t end = 0;
  if (size == 0 || __builtin_add_overflow(reinterpret_cast<uintptr_t>(memory), size, &end))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes of memory at {} cannot be imported into the device.", size, memory);
  // Check before calling the driver, which need not refuse overlaps.
  const auto overlap = [&] {
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {} overlap memory that is already registered in the context.",
                     size, memory);
  };
  if (hContext->overlapsUsm(memory, size))
    return overlap();
  URSA_TRY(auto suballocation, Suballocation::import(*hContext->device, memory, size));
  return hContext->addForeign({memory, size, UR_USM_TYPE_HOST}, std::move(suballocation))
             ? Result<void>()
             : Result<void>(overlap());
}

Result<void> removeImport(ur_context_handle_t hContext, void *memory) {
  auto suballocation = hContext->removeForeign(memory);
  if (!suballocation)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No memory at {} was imported into the device.",
                     memory);
  hContext->device->retainUntilDone(std::move(suballocation));
  return {};
}

ur_result_t registerMemory(ur_context_handle_t hContext, void *pHostMem, size_t size,
                           const ur_exp_usm_host_alloc_register_properties_t *pProperties) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pHostMem);
    if (pProperties && (pProperties->flags & UR_EXP_USM_HOST_ALLOC_REGISTER_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The registration flags {:#x} are not defined.", pProperties->flags);
    return import(hContext, pHostMem, size);
  });
}

ur_result_t importMemory(ur_context_handle_t hContext, void *pMem, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The size of an import must be at least 1 byte; 0 was given.");
    return import(hContext, pMem, size);
  });
}

ur_result_t takeBackMemory(ur_context_handle_t hContext, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    return removeImport(hContext, pMem);
  });
}

} // namespace

void fillUsmImports(ur_dditable_t &table) {
  table.USMExp.pfnImportExp = importMemory;
  table.USMExp.pfnReleaseExp = takeBackMemory;
  table.USMExp.pfnHostAllocRegisterExp = registerMemory;
  table.USMExp.pfnHostAllocUnregisterExp = takeBackMemory;
}

} // namespace ursa::vulkan
