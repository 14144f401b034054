// The virtual address ranges that a context has reserved, and what is mapped in them.
#pragma once

#include "adapters/host/memory_file.h"
#include "core/support/result.h"

#include <map>
#include <mutex>

namespace ursa::host {

/// Thread-safe. All sizes and addresses are multiples of the page size. A mapping keeps its memory
/// alive without the file.
class AddressSpace {
public:
  AddressSpace() = default;
  AddressSpace(const AddressSpace &) = delete;
  AddressSpace &operator=(const AddressSpace &) = delete;
  /// Gives all ranges back.
  ~AddressSpace();

  /// Addresses that nobody else gets, without memory. @param near where they should be, may be null
  Result<void *> reserve(const void *near, size_t size);
  /// Gives a range back, exactly as it was reserved, with nothing mapped in it.
  Result<void> free(const void *start, size_t size);
  /// Maps part of a file into part of a range where nothing is mapped.
  Result<void> map(const void *start, size_t size, const MemoryFile &file, size_t offset,
                   ur_virtual_mem_access_flags_t access);
  /// Takes away what is mapped, in whole or in part.
  Result<void> unmap(const void *start, size_t size);
  Result<void> setAccess(const void *start, size_t size, ur_virtual_mem_access_flags_t access);
  /// What the addresses allow, which must be the same for all; none where nothing is mapped.
  Result<ur_virtual_mem_access_flags_t> accessOf(const void *start, size_t size) const;

private:
  struct Mapping {
    uintptr_t end;
    ur_virtual_mem_access_flags_t access;
  };
  using Mappings = std::map<uintptr_t, Mapping>; ///< by their begin; they do not overlap
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
  /// The mappings of a range that is mapped without a gap, cut at its begin and end.
  Result<Mappings *> mappedIn(const Range &range);

  mutable std::mutex mutex_; ///< guards the rest
  std::map<uintptr_t, Reservation> reservations_;
};

/// An error for flags that are not defined, or exclude each other.
Result<void> checkAccess(ur_virtual_mem_access_flags_t access);

} // namespace ursa::host
