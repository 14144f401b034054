// UR_LAYER_BOUNDS_CHECKING: commands stay within the buffers and the USM that they name. Sizes are
// those that objects were made with; memory that the layers did not see made is not checked.
#pragma once

#include "core/layers/call.h"
#include "core/support/result.h"

#include <map>
#include <optional>
#include <shared_mutex>

namespace ursa {

/// USM by address, to find the allocation that a pointer points into. Thread safe.
class MemoryRanges {
public:
  struct Range {
    uintptr_t first;
    uint64_t size;
  };

  void add(const void *first, uint64_t size);
  void remove(const void *first);
  /// The allocation that a pointer points into.
  std::optional<Range> find(const void *pointer) const;
  /// As find, of allocations that were removed and whose addresses no later one has.
  std::optional<Range> findRemoved(const void *pointer) const;
  void clear();

private:
  using Sizes = std::map<uintptr_t, uint64_t>;
  static constexpr size_t kMaxRemoved = 4096; ///< then they are all forgotten

  std::optional<Range> findIn(const Sizes &sizes, const void *pointer) const;

  mutable std::shared_mutex mutex_; ///< guards the two below; no other lock is taken under it
  Sizes sizes_;
  Sizes removed_;
};

/// USM of the process.
MemoryRanges &memoryRanges();

/// UR_RESULT_ERROR_INVALID_SIZE when a command reaches beyond the end of a buffer or allocation.
Result<void> checkBounds(const Call &call);

} // namespace ursa
