// UR_LAYER_BOUNDS_CHECKING: checks that commands stay within the buffers and USM allocations that
// they name. Sizes are those of creation; memory that was created while the layer was inactive is
// not checked.
#pragma once

#include "core/layers/call.h"
#include "support/result.h"

#include <map>
#include <optional>
#include <shared_mutex>

namespace ursa::core::layers {

/// USM allocations by address, to find the one that contains a pointer. Thread safe.
class MemoryRanges {
public:
  struct Range {
    uintptr_t first;
    uint64_t size;
  };

  void add(const void *first, uint64_t size);
  void remove(const void *first);
  /// Returns the allocation that contains a pointer.
  std::optional<Range> find(const void *pointer) const;
  /// Like find, for freed allocations whose addresses no later one reuses.
  std::optional<Range> findRemoved(const void *pointer) const;
  void clear();

private:
  using Sizes = std::map<uintptr_t, uint64_t>;
  static constexpr size_t kMaxRemoved = 4096; ///< when exceeded, all are dropped

  std::optional<Range> findIn(const Sizes &sizes, const void *pointer) const;

  mutable std::shared_mutex
      mutex_; ///< guards the members below; no other lock is taken while it is held
  Sizes sizes_;
  Sizes removed_;
};

/// The USM allocations of the process.
MemoryRanges &memoryRanges();

/// Returns UR_RESULT_ERROR_INVALID_SIZE if a command accesses memory beyond the end of a buffer or
/// allocation.
Result<void> checkBounds(const Call &call);

} // namespace ursa::core::layers
