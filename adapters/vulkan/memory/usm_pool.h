// USM pools, as adapters/common implements them. A pool retains suballocations, not addresses.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/vulkan/memory/suballocation.h"

namespace ursa::vulkan {

struct Pools : adapter::HandleTypes {
  using Memory = std::shared_ptr<Suballocation>;

  static size_t largestPool(const Pool &pool);
  static Result<Memory> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> zero(const Pool &pool, const adapter::PooledKind &kind, const Memory &memory);
  static void free(const Pool &, const adapter::PooledKind &, const Memory &) {
  } // the shared pointer frees it
};

} // namespace ursa::vulkan

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::vulkan::Pools> {
  using UsmPool::UsmPool;
};
