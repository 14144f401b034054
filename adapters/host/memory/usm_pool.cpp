#include "adapters/host/memory/usm_pool.h"

#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/driver/topology.h"

#include <cstdlib>
#include <cstring>

namespace ursa::host {

Result<void> Pools::checkDeviceInContext(const Context &, ur_device_handle_t device) {
  return checkDevice(device);
}

size_t Pools::largestPool(const Pool &) { return topology().memoryBytes; }

ur_usm_pool_handle_t Pools::defaultPool(ur_context_handle_t context, ur_device_handle_t) {
  return context->defaultPool();
}

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  void *memory = std::aligned_alloc(kind.alignment, kind.size);
  if (!memory)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "No memory is left for an allocation of {} bytes.", kind.size);
  URSA_CHECK(reuse(pool, kind, memory));
  return memory;
}

Result<void> Pools::reuse(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  if (pool.flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK)
    std::memset(memory, 0, kind.size);
  return {};
}

void Pools::free(const Pool &, const adapter::PooledKind &, void *memory) { std::free(memory); }

void Pools::forget(Pool &pool) { pool.context->forgetPool(&pool); }

void fillUsmPoolTable(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::host
