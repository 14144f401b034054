#include "adapters/vulkan/memory/usm_pool.h"

#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/memory/usm.h"

namespace ursa::vulkan {

Result<void> Pools::checkDeviceInContext(const Context &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

size_t Pools::largestPool(const Pool &pool) { return pool.context->device->memoryBytes; }

ur_usm_pool_handle_t Pools::defaultPool(ur_context_handle_t context, ur_device_handle_t) {
  return context->defaultPool();
}

Result<Pools::Memory> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  URSA_TRY(auto suballocation,
           createUsmSuballocation(*pool.context->device, kind.type, kind.size, kind.alignment));
  URSA_CHECK(reuse(pool, kind, suballocation));
  return suballocation;
}

Result<void> Pools::reuse(const Pool &pool, const adapter::PooledKind &kind, const Memory &memory) {
  if (!(pool.flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK))
    return {};
  return zeroNow(*pool.context, Location::of(memory, 0), kind.size);
}

void Pools::forget(Pool &pool) { pool.context->forgetPool(&pool); }

void fillUsmPools(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::vulkan
