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

Result<void *> Pools::allocate(const Pool &, const adapter::PooledKind &kind) {
  void *memory = std::aligned_alloc(kind.alignment, kind.size);
  if (!memory)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "No memory is left for an allocation of {} bytes.", kind.size);
  return memory;
}

Result<void> Pools::zero(const Pool &, const adapter::PooledKind &kind, void *memory) {
  std::memset(memory, 0, kind.size);
  return {};
}

void Pools::free(const Pool &, const adapter::PooledKind &, void *memory) { std::free(memory); }

void fillUsmPoolTable(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::host
