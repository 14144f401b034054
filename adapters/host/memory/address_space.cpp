#include "adapters/host/memory/address_space.h"

#include "adapters/host/memory/physical_memory.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace ursa::host {
namespace {

// Reserved addresses do not count as committed memory.
constexpr int kReservedFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

int protectionOf(ur_virtual_mem_access_flags_t access) {
  if (access & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE)
    return PROT_READ | PROT_WRITE;
  return access & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY ? PROT_READ : PROT_NONE;
}

void *pointerTo(uintptr_t address) { return reinterpret_cast<void *>(address); }

Error systemError(const char *what, uintptr_t begin, size_t size) {
  const ur_result_t code =
      errno == ENOMEM ? UR_RESULT_ERROR_OUT_OF_RESOURCES : UR_RESULT_ERROR_INVALID_VALUE;
  return makeError(code, "{} {} bytes at {:#x} failed: {}.", what, size, begin,
                   std::strerror(errno));
}

} // namespace

Result<size_t> AddressSpace::granularity() const { return pageSize(); }

Result<uintptr_t> AddressSpace::reserveAddresses(uintptr_t near, size_t size) {
  void *start = mmap(pointerTo(near), size, PROT_NONE, kReservedFlags, -1, 0);
  if (start == MAP_FAILED)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "{} bytes of addresses cannot be reserved: {}.", size, std::strerror(errno));
  return reinterpret_cast<uintptr_t>(start);
}

Result<void> AddressSpace::releaseAddresses(const Range &range) {
  if (munmap(pointerTo(range.begin), range.size()) != 0)
    return systemError("Freeing", range.begin, range.size());
  return {};
}

Result<void> AddressSpace::mapMemory(const Range &range, ur_physical_mem_handle_t memory,
                                     size_t offset, ur_virtual_mem_access_flags_t access) {
  if (mmap(pointerTo(range.begin), range.size(), protectionOf(access), MAP_SHARED | MAP_FIXED,
           memory->file.descriptor(), static_cast<off_t>(offset)) == MAP_FAILED)
    return systemError("Mapping", range.begin, range.size());
  return {};
}

// The addresses stay reserved.
Result<void> AddressSpace::unmapMemory(const Range &range) {
  if (mmap(pointerTo(range.begin), range.size(), PROT_NONE, kReservedFlags | MAP_FIXED, -1, 0) ==
      MAP_FAILED)
    return systemError("Unmapping", range.begin, range.size());
  return {};
}

Result<void> AddressSpace::changeAccess(const Range &range, ur_virtual_mem_access_flags_t access) {
  if (mprotect(pointerTo(range.begin), range.size(), protectionOf(access)) != 0)
    return systemError("Changing access to", range.begin, range.size());
  return {};
}

} // namespace ursa::host
