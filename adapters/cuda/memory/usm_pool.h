// Pools of USM allocations, as adapters/common implements them. Memory that returns to a pool is
// handed out again when the commands that may use it are complete.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/cuda/queue/stream.h"

namespace ursa::cuda {

struct Pools : adapter::HandleTypes {
  using Memory = void *;

  static size_t largestPool(const Pool &pool);
  static Result<void *> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> zero(const Pool &pool, const adapter::PooledKind &kind, void *memory);
  static void free(const Pool &pool, const adapter::PooledKind &kind, void *memory);
};

} // namespace ursa::cuda

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::cuda::Pools> {
  using UsmPool::UsmPool;
};
