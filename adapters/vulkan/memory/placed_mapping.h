// Mappings at chosen addresses: host and kernels access device memory at the same address, with
// VK_EXT_map_memory_placed. Vulkan headers before 1.3.274 do not declare it.
#pragma once

#include "adapters/vulkan/driver/vk.h"

#include <cstddef>

#ifndef VK_KHR_map_memory2
#define VK_KHR_MAP_MEMORY_2_EXTENSION_NAME "VK_KHR_map_memory2"
struct VkMemoryMapInfoKHR {
  VkStructureType sType;
  const void *pNext;
  VkMemoryMapFlags flags;
  VkDeviceMemory memory;
  VkDeviceSize offset;
  VkDeviceSize size;
};
using PFN_vkMapMemory2KHR = VkResult(VKAPI_PTR *)(VkDevice, const VkMemoryMapInfoKHR *, void **);
inline constexpr auto VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR =
    static_cast<VkStructureType>(1000271000);
#endif

#ifndef VK_EXT_map_memory_placed
#define VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME "VK_EXT_map_memory_placed"
struct VkPhysicalDeviceMapMemoryPlacedFeaturesEXT {
  VkStructureType sType;
  void *pNext;
  VkBool32 memoryMapPlaced;
  VkBool32 memoryMapRangePlaced;
  VkBool32 memoryUnmapReserve;
};
struct VkPhysicalDeviceMapMemoryPlacedPropertiesEXT {
  VkStructureType sType;
  void *pNext;
  VkDeviceSize minPlacedMemoryMapAlignment;
};
struct VkMemoryMapPlacedInfoEXT {
  VkStructureType sType;
  const void *pNext;
  void *pPlacedAddress;
};
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT =
    static_cast<VkStructureType>(1000272000);
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_PROPERTIES_EXT =
    static_cast<VkStructureType>(1000272001);
inline constexpr auto VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT =
    static_cast<VkStructureType>(1000272002);
inline constexpr VkMemoryMapFlags VK_MEMORY_MAP_PLACED_BIT_EXT = 1;
#endif

namespace ursa::vulkan {

/// A reserved address range of the process, freed on destruction. Accessing it is a fault.
class ReservedAddresses {
public:
  ReservedAddresses() = default;
  /// Reserves exactly this range if it is free; check isHeld().
  /// @param begin, size multiples of a page
  ReservedAddresses(uint64_t begin, uint64_t size);
  ~ReservedAddresses();
  ReservedAddresses(ReservedAddresses &&other) noexcept;
  ReservedAddresses &operator=(ReservedAddresses &&other) noexcept;

  bool isHeld() const { return size_ != 0; }
  /// Returns whether the range was already in use.
  bool isOccupied() const { return isOccupied_; }
  std::byte *begin() const { return begin_; }
  /// Gives up ownership after another mapping replaced the range.
  void release() { size_ = 0; }

private:
  std::byte *begin_ = nullptr;
  uint64_t size_ = 0;
  bool isOccupied_ = false;
};

/// Maps device memory at chosen addresses.
struct PlacedMapping {
  PFN_vkMapMemory2KHR map = nullptr; ///< null if the device does not support it
  uint64_t alignment = 1;            ///< of addresses and sizes

  /// Maps all of a memory object at an address; unmapping works as for any mapping.
  /// @param size of the memory object, a multiple of the alignment
  /// @param isOccupied set to true if the address range is in use
  /// @return null if it is in use or the driver fails; nothing has changed then
  std::byte *place(VkDevice device, VkDeviceMemory memory, uint64_t address, uint64_t size,
                   bool &isOccupied) const;
};

} // namespace ursa::vulkan
