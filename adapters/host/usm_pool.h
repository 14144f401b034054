// Pools of USM allocations: memory that was freed is kept for allocations of the same size.
#pragma once

#include "adapters/common/handle.h"

#include <map>
#include <mutex>

struct ur_usm_pool_handle_t_ : ursa::adapter::HandleBase {
  /// @param ownedByContext a context's default pool lives as long as the context, and holds no
  ///                       reference to it
  ur_usm_pool_handle_t_(ur_context_handle_t hContext, ur_usm_pool_flags_t poolFlags,
                        size_t largestPooled, bool ownedByContext);
  /// Allocations that are still in use become ordinary ones of the context.
  ~ur_usm_pool_handle_t_();

  /// Memory of exactly that size, which is a multiple of its alignment; null when there is none.
  void *take(size_t size, size_t alignment);
  void giveBack(void *memory, size_t size, size_t alignment);
  /// Frees idle memory until at most that much is reserved.
  void trim(size_t bytesToKeep);

  struct Usage {
    size_t reserved = 0; ///< in use or idle
    size_t reservedHigh = 0;
    size_t used = 0;
    size_t usedHigh = 0;
    size_t threshold = SIZE_MAX; ///< more than that is not kept when memory is freed
  };
  Usage usage() const;
  void setThreshold(size_t bytes);
  /// Highs can be set back to what they are now.
  void resetReservedHigh();
  void resetUsedHigh();

  const ur_context_handle_t context;
  const ur_usm_pool_flags_t flags;

private:
  const size_t largestPooled_;
  const bool ownedByContext_;
  mutable std::mutex mutex_; ///< guards the two below
  std::multimap<size_t, void *> idle_;
  Usage usage_;
};

namespace ursa::host {

void fillUsmPoolTable(ur_dditable_t &table);

} // namespace ursa::host
