// USM pools of this adapter. All types of USM share the same memory.
#pragma once

#include "adapters/common/usm_pool.h"
#include "adapters/host/driver/context.h"

namespace ursa::host {

/// The kind of memory for an allocation: its type tells whether it is a file (DEVICE) or ordinary
/// memory (UNKNOWN), which serves all types.
adapter::PooledKind memoryKind(ur_usm_type_t type, size_t size, size_t alignment);
/// Allocates memory of a kind, which no pool has.
Result<void *> allocateMemory(Context &context, const adapter::PooledKind &kind);
void freeMemory(Context &context, const adapter::PooledKind &kind, void *memory);

/// Traits of this adapter for the pools of adapters/common.
struct Pools : adapter::HandleTypes {
  using Memory = void *;

  /// A device of another context will do.
  static Result<void> checkDeviceInContext(const Context &context, ur_device_handle_t device);
  static size_t largestPool(const Pool &pool);
  static Result<void *> allocate(const Pool &pool, const adapter::PooledKind &kind);
  static Result<void> zero(const Pool &pool, const adapter::PooledKind &kind, void *memory);
  static void free(const Pool &pool, const adapter::PooledKind &kind, void *memory);
};

void fillUsmPoolTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_usm_pool_handle_t_ : ursa::adapter::UsmPool<ursa::host::Pools> {
  using UsmPool::UsmPool;
};
