#include "adapters/host/memory/usm_pool.h"

#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/driver/topology.h"
#include "adapters/host/memory/large_pages.h"

#include <cstdlib>
#include <cstring>

namespace ursa::host {

Result<void> Pools::checkDeviceInContext(const Context &, ur_device_handle_t device) {
  return checkDevice(device);
}

size_t Pools::largestPool(const Pool &) { return topology().memoryBytes; }

adapter::PooledKind memoryKind(ur_usm_type_t type, size_t size, size_t alignment) {
  const bool isFile = type == UR_USM_TYPE_DEVICE && sharesDeviceMemory();
  alignment = std::max({alignment, format::host::kMemoryAlignment, isFile ? pageSize() : 0});
  return {.type = isFile ? UR_USM_TYPE_DEVICE : UR_USM_TYPE_UNKNOWN,
          .size = (size + alignment - 1) / alignment * alignment,
          .alignment = alignment};
}

Result<void *> allocateMemory(Context &context, const adapter::PooledKind &kind) {
  if (kind.type == UR_USM_TYPE_DEVICE)
    return context.exported.allocate(kind.size, kind.alignment);
  void *memory = allocateAligned(kind.alignment, kind.size);
  if (!memory)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "No memory is left for an allocation of {} bytes.", kind.size);
  return memory;
}

Result<void> Pools::zero(const Pool &, const adapter::PooledKind &kind, void *memory) {
  std::memset(memory, 0, kind.size);
  return {};
}

void freeMemory(Context &context, const adapter::PooledKind &kind, void *memory) {
  if (kind.type == UR_USM_TYPE_DEVICE)
    context.exported.remove(memory);
  else
    std::free(memory);
}

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  return allocateMemory(*pool.context, kind);
}

void Pools::free(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  freeMemory(*pool.context, kind, memory);
}

void fillUsmPoolTable(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::host
