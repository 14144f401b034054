// The virtual address ranges that a context has reserved, and the mappings in them.
#pragma once

#include "adapters/host/memory_file.h"
#include "core/support/result.h"

#include <map>
#include <mutex>

namespace ursa::host {

/// Thread-safe. All sizes and addresses are multiples of the page size. A mapping keeps its memory
/// alive after the file is closed.
class AddressSpace {
public:
  AddressSpace() = default;
  AddressSpace(const AddressSpace &) = delete;
  AddressSpace &operator=(const AddressSpace &) = delete;
  /// Unmaps and releases all ranges.
  ~AddressSpace();

  /// Reserves addresses without memory. @param near the preferred address, may be null
  Result<void *> reserve(const void *near, size_t size);
  /// Releases a range. It must be exactly a reserved range without mappings.
  Result<void> free(const void *start, size_t size);
  /// Maps part of a file into part of a range where nothing is mapped.
  Result<void> map(const void *start, size_t size, const MemoryFile &file, size_t offset,
                   ur_virtual_mem_access_flags_t access);
  /// Removes mappings from a range, which may cover parts of mappings. The addresses stay reserved.
  Result<void> unmap(const void *start, size_t size);
  Result<void> setAccess(const void *start, size_t size, ur_virtual_mem_access_flags_t access);
  /// Returns the access flags of a range, which must be the same for all addresses; none where
  /// nothing is mapped.
  Result<ur_virtual_mem_access_flags_t> accessOf(const void *start, size_t size) const;

private:
  struct Mapping {
    uintptr_t end;
    ur_virtual_mem_access_flags_t access;
  };
  using Mappings = std::map<uintptr_t, Mapping>; ///< by start address; they do not overlap
  struct Reservation {
    uintptr_t end;
    Mappings mappings;
  };
  struct Range {
    uintptr_t begin;
    uintptr_t end;
  };

  static Result<Range> checkRange(const void *start, size_t size);
  Result<const Reservation *> reservationOf(const Range &range) const;
  /// Returns the mappings of a range, split at its bounds. Fails if the range has a gap.
  Result<Mappings *> mappedIn(const Range &range);

  mutable std::mutex mutex_; ///< guards the members below
  std::map<uintptr_t, Reservation> reservations_;
};

/// Fails for flags that are undefined or mutually exclusive.
Result<void> checkAccess(ur_virtual_mem_access_flags_t access);

} // namespace ursa::host
