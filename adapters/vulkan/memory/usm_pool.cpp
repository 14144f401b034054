#include "adapters/vulkan/memory/usm_pool.h"

#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/memory/usm.h"

namespace ursa::vulkan {

size_t Pools::largestPool(const Pool &pool) { return pool.context->device->memoryBytes; }

Result<Pools::Memory> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  return createUsmSuballocation(*pool.context->device, kind.type, kind.size, kind.alignment);
}

Result<void> Pools::zero(const Pool &pool, const adapter::PooledKind &kind, const Memory &memory) {
  return zeroNow(*pool.context, Location::of(memory, 0), kind.size);
}

void fillUsmPools(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::vulkan
