// This adapter's pools of USM allocations. Pools are separate for each kind of memory and each
// device.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/opencl/driver/cl.h"

namespace ursa::opencl {

/// The traits of this adapter's pools.
struct Pools : adapter::HandleTypes {
  using Memory = void *;

  static size_t largestPool(const Pool &pool);
  static Result<void *> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> zero(const Pool &pool, const adapter::PooledKind &kind, void *memory);
  static void free(const Pool &pool, const adapter::PooledKind &kind, void *memory);
};

} // namespace ursa::opencl

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::opencl::Pools> {
  using UsmPool::UsmPool;
};
