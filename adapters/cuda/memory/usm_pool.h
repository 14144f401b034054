// Pools of USM allocations, as adapters/common implements them. Memory that returns to a pool is
// handed out again when the commands that may use it are complete.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/cuda/queue/stream.h"

namespace ursa::cuda {

struct Pools {
  using Context = ur_context_handle_t_;
  using Pool = ur_usm_pool_handle_t_;
  using Memory = void *;

  static Result<void> checkDeviceInContext(const Context &context, ur_device_handle_t device);
  static size_t largestPool(const Pool &pool);
  static ur_usm_pool_handle_t defaultPool(ur_context_handle_t context, ur_device_handle_t device);
  static Result<void *> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> reuse(const Pool &pool, const adapter::PooledKind &kind, void *memory);
  static void free(const Pool &pool, const adapter::PooledKind &kind, void *memory);
  static void forget(Pool &pool);
};

} // namespace ursa::cuda

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::cuda::Pools> {
  using UsmPool::UsmPool;
};
