#include "adapters/opencl/memory/usm_pool.h"

#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/queue/queue.h"

namespace ursa::opencl {
namespace {

const ur_device_handle_t_ &deviceOf(const Pools::Pool &pool, const adapter::PooledKind &kind) {
  return kind.device ? *kind.device : *pool.context->devices.front();
}

} // namespace

size_t Pools::largestPool(const Pool &pool) { return pool.context->devices.front()->maxAllocation; }

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  return allocateNative(*pool.context, deviceOf(pool, kind), kind.type, kind.size, kind.alignment);
}

// Creates a queue for the fill, since the caller has none.
Result<void> Pools::zero(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  const ur_device_handle_t_ &device = deviceOf(pool, kind);
  URSA_TRY(cl_command_queue queue, createNativeQueue(pool.context->id, device, 0));
  const uint8_t zero = 0;
  auto filled =
      checkCl(fillUsm(device, queue, memory, &zero, sizeof(zero), kind.size, 0, nullptr, nullptr),
              "clEnqueueSVMMemFill");
  if (filled)
    filled = checkCl(clFinish(queue), "clFinish");
  clReleaseCommandQueue(queue);
  return filled;
}

void Pools::free(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  freeUsm(*pool.context, {.device = kind.device, .native = memory});
}

void fillUsmPoolTable(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::opencl
