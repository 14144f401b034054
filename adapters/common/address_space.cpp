#include "adapters/common/address_space.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace ursa::adapter {

Result<void> checkAccess(ur_virtual_mem_access_flags_t access) {
  if (access & UR_VIRTUAL_MEM_ACCESS_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The access flags {:#x} are not defined.",
                     access);
  if (std::popcount(access) > 1)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The access flags {:#x} exclude each other.",
                     access);
  return {};
}

void AddressSpace::releaseAll() {
  for (const auto &[begin, reservation] : reservations_) {
    for (const auto &[first, mapping] : reservation.mappings)
      (void)unmapMemory({first, mapping.end});
    (void)releaseAddresses({begin, reservation.end});
  }
  reservations_.clear();
}

Result<AddressSpace::Range> AddressSpace::checkRange(const void *start, size_t size) const {
  URSA_TRY(const size_t unit, granularity());
  const auto begin = reinterpret_cast<uintptr_t>(start);
  uintptr_t end = 0;
  if (size == 0 || size % unit != 0 || __builtin_add_overflow(begin, size, &end))
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "The range of {} bytes at {} is not a multiple of the granularity, {}.", size,
                     start, unit);
  if (begin % unit != 0)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The address {} is not a multiple of the granularity, {}.", start, unit);
  return Range{begin, end};
}

Result<const AddressSpace::Reservation *> AddressSpace::reservationOf(const Range &range) const {
  const auto next = reservations_.upper_bound(range.begin);
  if (next == reservations_.begin() || std::prev(next)->second.end < range.end)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {:#x} do not lie in one reserved range of the context.",
                     range.size(), range.begin);
  return &std::prev(next)->second;
}

Result<AddressSpace::Mappings *> AddressSpace::mappedIn(const Range &range) {
  URSA_TRY(const Reservation *reservation, reservationOf(range));
  Mappings &mappings = const_cast<Reservation *>(reservation)->mappings;
  auto first = mappings.upper_bound(range.begin);
  uintptr_t reached = range.begin;
  if (first != mappings.begin())
    --first;
  for (auto mapping = first; mapping != mappings.end() && mapping->first <= reached; ++mapping)
    reached = std::max(reached, mapping->second.end);
  if (reached < range.end)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {:#x} are not completely mapped: nothing is mapped at {:#x}.",
                     range.size(), range.begin, reached);
  for (const uintptr_t cut : {range.begin, range.end}) {
    const auto next = mappings.lower_bound(cut);
    if (next == mappings.begin() || std::prev(next)->second.end <= cut)
      continue;
    Mapping &whole = std::prev(next)->second;
    if (!splitsMappings())
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The {} bytes at {:#x} cover a part of what is mapped from {:#x} to {:#x}; "
                       "the device needs ranges of whole mappings.",
                       range.size(), range.begin, std::prev(next)->first, whole.end);
    mappings.emplace_hint(next, cut, whole);
    whole.end = cut;
  }
  return &mappings;
}

Result<void *> AddressSpace::reserve(const void *near, size_t size) {
  URSA_TRY(const Range wanted, checkRange(near, size));
  URSA_TRY(const uintptr_t begin, reserveAddresses(wanted.begin, size));
  try {
    const std::lock_guard guard(mutex_);
    reservations_.emplace(begin, Reservation{begin + size, {}});
  } catch (...) {
    (void)releaseAddresses({begin, begin + size});
    throw;
  }
  return reinterpret_cast<void *>(begin);
}

Result<void> AddressSpace::free(const void *start, size_t size) {
  URSA_TRY(const Range range, checkRange(start, size));
  const std::lock_guard guard(mutex_);
  const auto found = reservations_.find(range.begin);
  if (found == reservations_.end() || found->second.end != range.end)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The context has reserved no {} bytes at {}.",
                     size, start);
  if (!found->second.mappings.empty())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The range of {} bytes at {} cannot be freed: memory is mapped at {:#x}.",
                     size, start, found->second.mappings.begin()->first);
  URSA_CHECK(releaseAddresses(range));
  reservations_.erase(found);
  return {};
}

Result<void> AddressSpace::map(const void *start, size_t size, ur_physical_mem_handle_t memory,
                               size_t memorySize, size_t offset,
                               ur_virtual_mem_access_flags_t access) {
  URSA_TRY(const Range range, checkRange(start, size));
  URSA_TRY(const size_t unit, granularity());
  if (offset % unit != 0 || offset > memorySize || size > memorySize - offset)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes at offset {} cannot be mapped of {} bytes of physical memory with "
                     "granularity {}.",
                     size, offset, memorySize, unit);
  const std::lock_guard guard(mutex_);
  URSA_TRY(const Reservation *reservation, reservationOf(range));
  Mappings &mappings = const_cast<Reservation *>(reservation)->mappings;
  const auto next = mappings.lower_bound(range.end);
  if (next != mappings.begin() && std::prev(next)->second.end > range.begin)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Memory is mapped at {:#x}, in the range of {} bytes at {}, already.",
                     std::prev(next)->first, size, start);
  const auto added = mappings.emplace(range.begin, Mapping{range.end, access}).first;
  if (auto mapped = mapMemory(range, memory, offset, access); !mapped) {
    mappings.erase(added);
    return mapped;
  }
  return {};
}

Result<void> AddressSpace::unmap(const void *start, size_t size) {
  URSA_TRY(const Range range, checkRange(start, size));
  const std::lock_guard guard(mutex_);
  URSA_TRY(Mappings * mappings, mappedIn(range));
  URSA_CHECK(unmapMemory(range));
  mappings->erase(mappings->lower_bound(range.begin), mappings->lower_bound(range.end));
  return {};
}

Result<void> AddressSpace::setAccess(const void *start, size_t size,
                                     ur_virtual_mem_access_flags_t access) {
  URSA_TRY(const Range range, checkRange(start, size));
  const std::lock_guard guard(mutex_);
  URSA_TRY(Mappings * mappings, mappedIn(range));
  URSA_CHECK(changeAccess(range, access));
  const auto end = mappings->lower_bound(range.end);
  for (auto mapping = mappings->lower_bound(range.begin); mapping != end; ++mapping)
    mapping->second.access = access;
  return {};
}

Result<ur_virtual_mem_access_flags_t> AddressSpace::accessOf(const void *start, size_t size) const {
  URSA_TRY(const Range range, checkRange(start, size));
  const std::lock_guard guard(mutex_);
  URSA_TRY(const Reservation *reservation, reservationOf(range));
  const Mappings &mappings = reservation->mappings;
  std::optional<ur_virtual_mem_access_flags_t> common;
  bool differs = false;
  const auto add = [&](ur_virtual_mem_access_flags_t access) {
    differs |= common && *common != access;
    common = access;
  };
  uintptr_t reached = range.begin;
  auto mapping = mappings.upper_bound(range.begin);
  if (mapping != mappings.begin() && std::prev(mapping)->second.end > range.begin)
    --mapping;
  for (; mapping != mappings.end() && mapping->first < range.end; ++mapping) {
    if (mapping->first > reached)
      add(UR_VIRTUAL_MEM_ACCESS_FLAG_NONE);
    add(mapping->second.access);
    reached = mapping->second.end;
  }
  if (reached < range.end)
    add(UR_VIRTUAL_MEM_ACCESS_FLAG_NONE);
  if (differs)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {} have different access flags.", size, start);
  return *common;
}

} // namespace ursa::adapter
