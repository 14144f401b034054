// USM pools, as adapters/common implements them. A pool retains suballocations, not addresses.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/vulkan/memory/suballocation.h"

namespace ursa::vulkan {

struct Pools {
  using Context = ur_context_handle_t_;
  using Pool = ur_usm_pool_handle_t_;
  using Memory = std::shared_ptr<Suballocation>;

  static Result<void> checkDeviceInContext(const Context &context, ur_device_handle_t device);
  static size_t largestPool(const Pool &pool);
  static ur_usm_pool_handle_t defaultPool(ur_context_handle_t context, ur_device_handle_t device);
  static Result<Memory> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> reuse(const Pool &pool, const adapter::PooledKind &kind,
                            const Memory &memory);
  static void free(const Pool &, const adapter::PooledKind &, const Memory &) {
  } // the shared pointer frees it
  static void forget(Pool &pool);
};

} // namespace ursa::vulkan

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::vulkan::Pools> {
  using UsmPool::UsmPool;
};
