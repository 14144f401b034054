#include "adapters/cuda/memory/usm_pool.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/memory/usm.h"

namespace ursa::cuda {

Result<void> Pools::checkDeviceInContext(const Context &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

size_t Pools::largestPool(const Pool &pool) { return pool.context->first().device.memoryBytes; }

ur_usm_pool_handle_t Pools::defaultPool(ur_context_handle_t context, ur_device_handle_t) {
  return context->defaultPool();
}

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  URSA_TRY(void *const memory, allocateNative(*pool.context, kind.type, kind.device, kind.size));
  if (const auto zeroed = reuse(pool, kind, memory); !zeroed) {
    free(pool, kind, memory);
    return zeroed.error();
  }
  return memory;
}

Result<void> Pools::reuse(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  if (!(pool.flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK))
    return {};
  NativeContext &native = pool.context->of(kind.device);
  const uint8_t zero = 0;
  URSA_TRY(const WorkPointer work,
           makeFill(native, {Commands::hostLocation(memory), kind.size, kind.size}, {kind.size},
                    &zero, sizeof(zero), {}));
  return runNow(native, *work);
}

void Pools::free(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  freeNative(*pool.context, kind.type, kind.device, memory);
}

void Pools::forget(Pool &pool) { pool.context->allocations.forgetPool(&pool); }

void fillUsmPools(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::cuda
