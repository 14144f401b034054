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

Result<void> Pools::checkDeviceInContext(const Context &context, ur_device_handle_t device) {
  return opencl::checkDeviceInContext(context, device);
}

size_t Pools::largestPool(const Pool &pool) { return pool.context->devices.front()->maxAllocation; }

ur_usm_pool_handle_t Pools::defaultPool(ur_context_handle_t context, ur_device_handle_t) {
  return context->defaultPool();
}

Result<void *> Pools::allocate(const Pool &pool, const adapter::PooledKind &kind) {
  const ur_device_handle_t_ &device = deviceOf(pool, kind);
  URSA_TRY(void *const memory,
           allocateNative(*pool.context, device, kind.type, kind.size, kind.alignment));
  if (const auto zeroed = reuse(pool, kind, memory); !zeroed) {
    free(pool, kind, memory);
    return zeroed.error();
  }
  return memory;
}

// Creates a queue for the fill, since the caller has none.
Result<void> Pools::reuse(const Pool &pool, const adapter::PooledKind &kind, void *memory) {
  if (!(pool.flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK))
    return {};
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

void Pools::forget(Pool &pool) { pool.context->allocations.forgetPool(&pool); }

void fillUsmPoolTable(ur_dditable_t &table) { adapter::fillUsmPoolFunctions<Pools>(table); }

} // namespace ursa::opencl
