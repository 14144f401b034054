// Registers host memory of the application in a context. Devices can access it without
// registration; registration makes queries about its addresses succeed.
#include "adapters/common/usm_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_sharing.h"
#include "support/last_error.h"

namespace ursa::host {
namespace {

Result<void> registerMemory(ur_context_handle_t_ &context, void *memory, size_t size) {
  uintptr_t end = 0;
  if (size == 0 || __builtin_add_overflow(reinterpret_cast<uintptr_t>(memory), size, &end))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes of memory at {} cannot be registered.", size, memory);
  Context::Allocation range;
  range.base = memory;
  range.size = size;
  range.type = UR_USM_TYPE_HOST;
  if (!context.addForeign(range))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {} overlap memory that the context knows already.", size,
                     memory);
  return {};
}

Result<void> unregisterMemory(ur_context_handle_t_ &context, void *memory) {
  if (!context.removeForeign(memory, UR_USM_TYPE_HOST))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No memory at {} is registered.", memory);
  return {};
}

} // namespace

void fillUsmRegisterTable(ur_dditable_t &table) {
  using Handle = ur_context_handle_t_;
  table.USMExp.pfnHostAllocRegisterExp = adapter::registerHostMemory<Handle, registerMemory>;
  table.USMExp.pfnHostAllocUnregisterExp = adapter::unregisterHostMemory<Handle, unregisterMemory>;
}

} // namespace ursa::host
