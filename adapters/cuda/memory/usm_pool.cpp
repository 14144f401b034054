#include "adapters/cuda/memory/usm_pool.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/memory/usm.h"

namespace ursa::cuda {

size_t Pools::largestPool(const Pool &pool) { return pool.context->first().device.memoryBytes; }

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  return allocateNative(*pool.context, kind.type, kind.device, kind.size);
}

Result<void> Pools::zero(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
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

void fillUsmPools(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::cuda
