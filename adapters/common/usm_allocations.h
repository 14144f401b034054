// The USM allocations of a context. Finds an allocation by any address within it.
#pragma once

#include "ur_api.h"

#include <map>
#include <mutex>
#include <optional>

namespace ursa::adapter {

struct UsmAllocation {
  void *base = nullptr;
  size_t size = 0;
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  ur_device_handle_t device = nullptr; ///< null for host memory
  void *native = nullptr;              ///< the driver's allocation, which contains base
  ur_usm_pool_handle_t pool = nullptr; ///< the pool that gets the memory back; null for none
  size_t reserved = 0;                 ///< bytes of the pool that the allocation occupies
  size_t alignment = 0;                ///< alignment of these bytes
};

/// Thread safe.
class UsmAllocations {
public:
  void add(const UsmAllocation &allocation) {
    const std::lock_guard guard(mutex_);
    byBase_.emplace(allocation.base, allocation);
  }

  bool beginsAt(const void *base) const {
    const std::lock_guard guard(mutex_);
    return byBase_.contains(base);
  }

  /// Removes the allocation that begins at an address and calls a function with it. Returns false
  /// if there is none. Calls the function under the lock: the end of a pool calls forgetPool, so
  /// the allocation's pool stays alive meanwhile.
  template <class Function> bool remove(const void *base, Function &&function) {
    const std::lock_guard guard(mutex_);
    const auto found = byBase_.find(base);
    if (found == byBase_.end())
      return false;
    function(found->second);
    byBase_.erase(found);
    return true;
  }

  /// Detaches the allocations of a pool that ends; they become ordinary ones.
  void forgetPool(ur_usm_pool_handle_t pool) {
    const std::lock_guard guard(mutex_);
    for (auto &[base, allocation] : byBase_)
      if (allocation.pool == pool)
        allocation.pool = nullptr;
  }

  /// Returns whether a range has bytes of an allocation.
  bool overlaps(const void *start, size_t size) const {
    const std::lock_guard guard(mutex_);
    const auto *const end = static_cast<const char *>(start) + size;
    auto next = byBase_.lower_bound(end);
    if (next == byBase_.begin())
      return false;
    const UsmAllocation &last = std::prev(next)->second;
    return static_cast<char *>(last.base) + last.size > start;
  }

  /// Returns the allocation that contains an address.
  std::optional<UsmAllocation> find(const void *address) const {
    const std::lock_guard guard(mutex_);
    const UsmAllocation *const found = locate(address);
    return found ? std::optional<UsmAllocation>(*found) : std::nullopt;
  }

  bool contains(const void *address) const {
    const std::lock_guard guard(mutex_);
    return locate(address) != nullptr;
  }

  /// Calls a function with each allocation. The function must not call members of this object.
  template <class Function> void forEach(Function &&function) const {
    const std::lock_guard guard(mutex_);
    for (const auto &[base, allocation] : byBase_)
      function(allocation);
  }

private:
  const UsmAllocation *locate(const void *address) const {
    const auto next = byBase_.upper_bound(address);
    if (next == byBase_.begin())
      return nullptr;
    const UsmAllocation &candidate = std::prev(next)->second;
    const auto *const end = static_cast<const char *>(candidate.base) + candidate.size;
    return static_cast<const char *>(address) < end ? &candidate : nullptr;
  }

  mutable std::mutex mutex_; ///< guards byBase_
  std::map<const void *, UsmAllocation> byBase_;
};

} // namespace ursa::adapter
