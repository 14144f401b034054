// The virtual address ranges that a context has reserved, and the mappings in them. An adapter
// derives from it what its driver does.
#pragma once

#include "support/result.h"
#include "ur_api.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace ursa::adapter {

/// Thread-safe. All sizes and addresses are multiples of the granularity. A mapping keeps its
/// memory alive after the handle of the memory is released.
class AddressSpace {
public:
  AddressSpace() = default;
  AddressSpace(const AddressSpace &) = delete;
  AddressSpace &operator=(const AddressSpace &) = delete;
  virtual ~AddressSpace() = default;

  /// Reserves addresses without memory. @param near the preferred address, may be null
  Result<void *> reserve(const void *near, size_t size);
  /// Releases a range. It must be exactly a reserved range without mappings.
  Result<void> free(const void *start, size_t size);
  /// Maps part of a memory into part of a range where nothing is mapped.
  /// @param memorySize size of the whole memory in bytes
  Result<void> map(const void *start, size_t size, ur_physical_mem_handle_t memory,
                   size_t memorySize, size_t offset, ur_virtual_mem_access_flags_t access);
  /// Removes mappings from a range, which may cover parts of mappings where the driver can split
  /// them. The addresses stay reserved.
  Result<void> unmap(const void *start, size_t size);
  Result<void> setAccess(const void *start, size_t size, ur_virtual_mem_access_flags_t access);
  /// Returns the access flags of a range, which must be the same for all addresses; none where
  /// nothing is mapped.
  Result<ur_virtual_mem_access_flags_t> accessOf(const void *start, size_t size) const;

  /// Unmaps and releases all ranges. Destructors of derived classes call it.
  void releaseAll();

  /// The granularity of ranges and mappings in bytes. Errors: the devices have no virtual memory.
  virtual Result<size_t> granularity() const = 0;

protected:
  struct Range {
    uintptr_t begin;
    uintptr_t end;

    size_t size() const { return end - begin; }
  };

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

  /// @name What the driver does. The mutex is held but for reserveAddresses.
  /// @{
  virtual bool splitsMappings() const = 0; ///< whether ranges may cover parts of mappings
  virtual Result<uintptr_t> reserveAddresses(uintptr_t near, size_t size) = 0;
  virtual Result<void> releaseAddresses(const Range &range) = 0;
  virtual Result<void> mapMemory(const Range &range, ur_physical_mem_handle_t memory, size_t offset,
                                 ur_virtual_mem_access_flags_t access) = 0;
  virtual Result<void> unmapMemory(const Range &range) = 0;
  virtual Result<void> changeAccess(const Range &range, ur_virtual_mem_access_flags_t access) = 0;
  /// @}

  Result<Range> checkRange(const void *start, size_t size) const;
  Result<const Reservation *> reservationOf(const Range &range) const;
  /// Returns the mappings of a range, split at its bounds. Fails if the range has a gap.
  Result<Mappings *> mappedIn(const Range &range);

  mutable std::mutex mutex_; ///< guards the members below
  std::map<uintptr_t, Reservation> reservations_;
};

/// Fails for flags that are undefined or mutually exclusive.
Result<void> checkAccess(ur_virtual_mem_access_flags_t access);

} // namespace ursa::adapter
