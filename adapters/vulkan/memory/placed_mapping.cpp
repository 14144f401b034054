#include "adapters/vulkan/memory/placed_mapping.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ursa::vulkan {

ReservedAddresses::ReservedAddresses(uint64_t begin, uint64_t size) {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (begin == 0 || begin % page != 0 || size == 0 || size % page != 0)
    return;
  void *const wanted = reinterpret_cast<void *>(begin);
  void *const got = mmap(wanted, size, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) {
    isOccupied_ = errno == EEXIST;
    return;
  }
  if (got != wanted) { // Linux before 4.17 takes the address as a hint
    munmap(got, size);
    isOccupied_ = true;
    return;
  }
  begin_ = static_cast<std::byte *>(got);
  size_ = size;
}

ReservedAddresses::~ReservedAddresses() {
  if (size_ != 0)
    munmap(begin_, size_);
}

ReservedAddresses::ReservedAddresses(ReservedAddresses &&other) noexcept
    : begin_(other.begin_), size_(std::exchange(other.size_, 0)), isOccupied_(other.isOccupied_) {}

ReservedAddresses &ReservedAddresses::operator=(ReservedAddresses &&other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  std::swap(isOccupied_, other.isOccupied_);
  return *this;
}

std::byte *PlacedMapping::place(VkDevice device, VkDeviceMemory memory, uint64_t address,
                                uint64_t size, bool &isOccupied) const {
  if (!map || address % alignment != 0 || size % alignment != 0)
    return nullptr;
  // Reserve first: the driver would replace existing mappings.
  ReservedAddresses reserved(address, size);
  isOccupied = reserved.isOccupied();
  if (!reserved.isHeld())
    return nullptr;
  VkMemoryMapPlacedInfoEXT placed{};
  placed.sType = VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT;
  placed.pPlacedAddress = reserved.begin();
  VkMemoryMapInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR;
  info.pNext = &placed;
  info.flags = VK_MEMORY_MAP_PLACED_BIT_EXT;
  info.memory = memory;
  info.size = VK_WHOLE_SIZE;
  void *mapped = nullptr;
  if (map(device, &info, &mapped) != VK_SUCCESS)
    return nullptr;
  reserved.release();
  return static_cast<std::byte *>(mapped);
}

} // namespace ursa::vulkan
