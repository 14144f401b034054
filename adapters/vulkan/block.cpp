#include "adapters/vulkan/block.h"

#include "adapters/vulkan/device.h"

#include <optional>
#include <span>

namespace ursa::vulkan {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMapped =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = kMapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// What is wanted, best first.
std::span<const VkMemoryPropertyFlags> wishes(const ur_device_handle_t_ &device, BlockUse use) {
  static constexpr VkMemoryPropertyFlags kUnified[] = {kLocal | kCached, kLocal | kMapped, kLocal,
                                                       0};
  static constexpr VkMemoryPropertyFlags kDevice[] = {kLocal, 0};
  static constexpr VkMemoryPropertyFlags kHost[] = {kCached, kMapped};
  static constexpr VkMemoryPropertyFlags kShared[] = {kLocal | kCached, kLocal | kMapped, kCached,
                                                      kMapped};
  switch (use) {
  case BlockUse::Host:
    return kHost;
  case BlockUse::Shared:
    return kShared;
  case BlockUse::Device:
    break;
  }
  return device.isUnified ? std::span<const VkMemoryPropertyFlags>(kUnified) : kDevice;
}

std::optional<uint32_t> findType(const ur_device_handle_t_ &device, uint32_t allowed,
                                 BlockUse use) {
  // Kinds of memory that are not for ordinary allocations.
  constexpr VkMemoryPropertyFlags kStrange =
      VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT |
      VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;
  const VkPhysicalDeviceMemoryProperties &memory = device.memory;
  for (const VkMemoryPropertyFlags wish : wishes(device, use))
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const VkMemoryPropertyFlags has = memory.memoryTypes[i].propertyFlags;
      if ((allowed >> i & 1) && (has & wish) == wish && !(has & kStrange))
        return i;
    }
  return std::nullopt;
}

} // namespace

Result<std::shared_ptr<Block>> Block::make(ur_device_handle_t_ &device, uint64_t size, BlockUse use,
                                           uint64_t alignment) {
  // A second attempt has room to move the first byte to where it should be.
  for (const uint64_t more : {uint64_t{0}, alignment}) {
    std::shared_ptr<Block> block(new Block(device));
    block->size_ = size;
    URSA_CHECK(block->allocate(size + more, use));
    block->offset_ = (alignment - block->address_ % alignment) % alignment;
    if (block->offset_ <= more)
      return block;
  }
  return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                   "{} bytes could not be allocated at a multiple of {}.", size, alignment);
}

Result<void> Block::allocate(uint64_t bytes, BlockUse use) {
  const VolkDeviceTable &vk = device_.vk;
  // Commands fill whole words.
  VkBufferCreateInfo bufferInfo{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  bufferInfo.size = (bytes + 3) / 4 * 4;
  bufferInfo.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  URSA_CHECK(checkVk(vk.vkCreateBuffer(device_.logical, &bufferInfo, nullptr, &buffer_),
                     "vkCreateBuffer"));
  VkMemoryRequirements needs{};
  vk.vkGetBufferMemoryRequirements(device_.logical, buffer_, &needs);
  const auto type = findType(device_, needs.memoryTypeBits, use);
  if (!type)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "The device has no memory of the kind that {} bytes were wanted of.", bytes);
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.pNext = &flags;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = *type;
  const VkResult code = vk.vkAllocateMemory(device_.logical, &info, nullptr, &memory_);
  if (code != VK_SUCCESS)
    return checkVk(code, "vkAllocateMemory").context(fmt::format("For {} bytes", bytes)).error();
  URSA_CHECK(
      checkVk(vk.vkBindBufferMemory(device_.logical, buffer_, memory_, 0), "vkBindBufferMemory"));
  const VkMemoryPropertyFlags has = device_.memory.memoryTypes[*type].propertyFlags;
  isCached_ = has & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  if ((has & kMapped) == kMapped && (use != BlockUse::Device || device_.isUnified)) {
    void *mapped = nullptr;
    URSA_CHECK(checkVk(vk.vkMapMemory(device_.logical, memory_, 0, VK_WHOLE_SIZE, 0, &mapped),
                       "vkMapMemory"));
    host_ = static_cast<std::byte *>(mapped);
  }
  VkBufferDeviceAddressInfo addressInfo{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
  addressInfo.buffer = buffer_;
  address_ = vk.vkGetBufferDeviceAddress(device_.logical, &addressInfo);
  return {};
}

Block::~Block() {
  device_.vk.vkDestroyBuffer(device_.logical, buffer_, nullptr);
  device_.vk.vkFreeMemory(device_.logical, memory_, nullptr); // unmaps
}

} // namespace ursa::vulkan
