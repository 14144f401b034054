// Imported application memory: like host USM until the application releases it. Kernels in flight
// must not use it then.
#include "adapters/common/usm_functions.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "support/last_error.h"

namespace ursa::vulkan {
namespace {

Result<void> import(ur_context_handle_t_ &context, void *memory, size_t size) {
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
  if (context.overlapsUsm(memory, size))
    return overlap();
  URSA_TRY(auto suballocation, Suballocation::import(*context.device, memory, size));
  return context.addForeign({memory, size, UR_USM_TYPE_HOST}, std::move(suballocation))
             ? Result<void>()
             : Result<void>(overlap());
}

Result<void> removeImport(ur_context_handle_t_ &context, void *memory) {
  auto suballocation = context.removeForeign(memory);
  if (!suballocation)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No memory at {} was imported into the device.",
                     memory);
  context.device->retainUntilDone(std::move(suballocation));
  return {};
}

} // namespace

void fillUsmImports(ur_dditable_t &table) {
  using Handle = ur_context_handle_t_;
  table.USMExp.pfnImportExp = adapter::importHostMemory<Handle, import>;
  table.USMExp.pfnReleaseExp = adapter::unregisterHostMemory<Handle, removeImport>;
  table.USMExp.pfnHostAllocRegisterExp = adapter::registerHostMemory<Handle, import>;
  table.USMExp.pfnHostAllocUnregisterExp = adapter::unregisterHostMemory<Handle, removeImport>;
}

} // namespace ursa::vulkan
