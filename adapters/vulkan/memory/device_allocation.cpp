#include "adapters/vulkan/memory/device_allocation.h"

#include "adapters/vulkan/driver/device.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa::vulkan {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMapped =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = kMapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// Memory properties by preference, best first. Every driver has memory with the last ones for
// buffers.
std::span<const VkMemoryPropertyFlags> preferredProperties(const ur_device_handle_t_ &device,
                                                           MemoryUse use) {
  static constexpr VkMemoryPropertyFlags kUnified[] = {kLocal | kCached, kLocal | kMapped, kLocal};
  static constexpr VkMemoryPropertyFlags kDevice[] = {kLocal};
  static constexpr VkMemoryPropertyFlags kHost[] = {kCached, kMapped};
  static constexpr VkMemoryPropertyFlags kShared[] = {kLocal | kCached, kLocal | kMapped, kCached,
                                                      kMapped};
  switch (use) {
  case MemoryUse::Host:
    return kHost;
  case MemoryUse::Shared:
    return kShared;
  case MemoryUse::Device:
    break;
  }
  return device.isUnified ? std::span<const VkMemoryPropertyFlags>(kUnified) : kDevice;
}

// Memory types to try in order: the heap of the best one may be small and full.
std::vector<uint32_t> typesFor(const ur_device_handle_t_ &device, uint32_t allowed, MemoryUse use) {
  // Memory with these properties is not for ordinary allocations.
  constexpr VkMemoryPropertyFlags kUnsuitable =
      VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT |
      VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;
  const VkPhysicalDeviceMemoryProperties &memory = device.memory;
  std::vector<uint32_t> types;
  for (const VkMemoryPropertyFlags wish : preferredProperties(device, use))
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const VkMemoryPropertyFlags has = memory.memoryTypes[i].propertyFlags;
      if ((allowed >> i & 1) && (has & wish) == wish && !(has & kUnsuitable) &&
          std::find(types.begin(), types.end(), i) == types.end())
        types.push_back(i);
    }
  return types;
}

bool isFull(VkResult code) {
  return code == VK_ERROR_OUT_OF_DEVICE_MEMORY || code == VK_ERROR_OUT_OF_HOST_MEMORY ||
         code == VK_ERROR_TOO_MANY_OBJECTS;
}

Result<VkBuffer> makeBufferObject(const ur_device_handle_t_ &device, uint64_t size,
                                  bool isImported) {
  VkExternalMemoryBufferCreateInfo external{VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
  external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.pNext = isImported ? &external : nullptr;
  info.size = size;
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  URSA_CHECK(
      checkVk(device.vk.vkCreateBuffer(device.logical, &info, nullptr, &buffer), "vkCreateBuffer"));
  return buffer;
}

} // namespace

Result<std::shared_ptr<DeviceAllocation>> DeviceAllocation::make(ur_device_handle_t_ &device,
                                                                 uint64_t size, MemoryUse use) {
  std::shared_ptr<DeviceAllocation> deviceAllocation(new DeviceAllocation(device));
  deviceAllocation->size_ = roundedUp(size, std::max<uint64_t>(4, device.placing.alignment));
  // For tests: memory that host and device access at different addresses.
  if (device.isStaged && use != MemoryUse::Device && device.features.hostImport) {
    URSA_CHECK(deviceAllocation->createSharedPages());
    return deviceAllocation;
  }
  URSA_CHECK(deviceAllocation->createWholeBuffer());
  URSA_CHECK(deviceAllocation->allocate(use));
  URSA_CHECK(deviceAllocation->bind());
  URSA_CHECK(deviceAllocation->map(use));
  return deviceAllocation;
}

Result<std::shared_ptr<DeviceAllocation>>
DeviceAllocation::import(ur_device_handle_t_ &device, std::byte *begin, uint64_t size) {
  if (!device.features.hostImport)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "'{}' cannot access memory that was not allocated for it.",
                     device.properties.deviceName);
  std::shared_ptr<DeviceAllocation> deviceAllocation(new DeviceAllocation(device));
  deviceAllocation->size_ = size;
  deviceAllocation->isImported_ = true;
  URSA_CHECK(deviceAllocation->createWholeBuffer());
  URSA_CHECK(deviceAllocation->allocateImported(begin));
  URSA_CHECK(deviceAllocation->bind());
  deviceAllocation->host_ = begin;
  deviceAllocation->isCached_ = true;
  return deviceAllocation;
}

DeviceAllocation::~DeviceAllocation() {
  device_.vk.vkDestroyBuffer(device_.logical, buffer_, nullptr);
  device_.vk.vkFreeMemory(device_.logical, memory_, nullptr); // unmaps
  // A lost device may still access the pages.
  if (pages_ && !device_.isLost) {
    munmap(pages_, size_);
    munmap(host_, size_);
  }
}

Result<void> DeviceAllocation::createWholeBuffer() {
  URSA_TRY(buffer_, makeBufferObject(device_, size_, isImported_));
  return {};
}

Result<void> DeviceAllocation::allocate(MemoryUse use) {
  VkMemoryRequirements needs{};
  device_.vk.vkGetBufferMemoryRequirements(device_.logical, buffer_, &needs);
  driverAlignment_ = needs.alignment;
  Result<void> done =
      makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                "The device has no memory type for the {} bytes that were requested.", size_);
  for (const uint32_t type : typesFor(device_, needs.memoryTypeBits, use)) {
    done = allocateFromType(type, nullptr);
    if (memory_ || (done.error().code != UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY &&
                    done.error().code != UR_RESULT_ERROR_OUT_OF_HOST_MEMORY))
      break;
  }
  return done;
}

Result<void> DeviceAllocation::allocateFromType(uint32_t type, const void *next) {
  VkMemoryRequirements needs{};
  device_.vk.vkGetBufferMemoryRequirements(device_.logical, buffer_, &needs);
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
  flags.pNext = next;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.pNext = &flags;
  info.allocationSize = next ? size_ : roundedUp(needs.size, device_.placing.alignment);
  info.memoryTypeIndex = type;
  const VkResult code = device_.vk.vkAllocateMemory(device_.logical, &info, nullptr, &memory_);
  if (code == VK_SUCCESS) {
    type_ = type;
    allocated_ = info.allocationSize;
    return {};
  }
  memory_ = VK_NULL_HANDLE;
  Error error =
      checkVk(code, "vkAllocateMemory").context(fmt::format("For {} bytes", size_)).error();
  if (isFull(code) && code != VK_ERROR_OUT_OF_HOST_MEMORY)
    error.code = UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
  return error;
}

Result<void> DeviceAllocation::allocateImported(std::byte *begin) {
  constexpr auto kHandle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  VkMemoryHostPointerPropertiesEXT pointer{VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
  URSA_CHECK(checkVk(
      device_.vk.vkGetMemoryHostPointerPropertiesEXT(device_.logical, kHandle, begin, &pointer),
      "vkGetMemoryHostPointerPropertiesEXT"));
  VkMemoryRequirements needs{};
  device_.vk.vkGetBufferMemoryRequirements(device_.logical, buffer_, &needs);
  driverAlignment_ = needs.alignment;
  VkImportMemoryHostPointerInfoEXT import{VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT};
  import.handleType = kHandle;
  import.pHostPointer = begin;
  const auto types =
      typesFor(device_, needs.memoryTypeBits & pointer.memoryTypeBits, MemoryUse::Host);
  if (types.empty() || needs.size > size_)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "'{}' cannot access the {} bytes of memory at {}.",
                     device_.properties.deviceName, size_, static_cast<void *>(begin));
  return allocateFromType(types.front(), &import);
}

Result<void> DeviceAllocation::bind() {
  URSA_CHECK(checkVk(device_.vk.vkBindBufferMemory(device_.logical, buffer_, memory_, 0),
                     "vkBindBufferMemory"));
  VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
  info.buffer = buffer_;
  address_ = device_.vk.vkGetBufferDeviceAddress(device_.logical, &info);
  return {};
}

// Maps at the device's address if possible, so that pointers stored in memory are valid on both
// sides.
Result<void> DeviceAllocation::map(MemoryUse use) {
  const VkMemoryPropertyFlags has = device_.memory.memoryTypes[type_].propertyFlags;
  if ((has & kMapped) == kMapped && (use != MemoryUse::Device || device_.isUnified)) {
    isCached_ = has & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    host_ = device_.placing.place(device_.logical, memory_, address_, allocated_, isMisplaced_);
    if (!host_) {
      void *mapped = nullptr;
      URSA_CHECK(
          checkVk(device_.vk.vkMapMemory(device_.logical, memory_, 0, VK_WHOLE_SIZE, 0, &mapped),
                  "vkMapMemory"));
      host_ = static_cast<std::byte *>(mapped);
    }
  }
  if (device_.isStaged || reinterpret_cast<uint64_t>(host_) == address_)
    return {};
  // Reserves the device's addresses, so that no other memory of the process is mistaken for the
  // device's.
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  reserved_ = ReservedAddresses(address_, size_ / page * page);
  isMisplaced_ |= reserved_.isOccupied();
  return {};
}

// Maps the same pages twice: the device imports them at one address, the host uses the other.
Result<void> DeviceAllocation::createSharedPages() {
  size_ = roundedUp(size_, device_.importAlignment);
  const int file = memfd_create("ursa-vulkan", MFD_CLOEXEC);
  const auto mapped = [&] {
    void *const memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte *>(memory);
  };
  if (file >= 0 && ftruncate(file, static_cast<off_t>(size_)) == 0) {
    host_ = mapped();
    pages_ = host_ ? mapped() : nullptr;
  }
  close(file);
  if (!pages_) {
    if (host_)
      munmap(host_, size_);
    host_ = nullptr;
    return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                     "The system could not provide pages for {} bytes of memory.", size_);
  }
  isCached_ = true;
  isImported_ = true;
  URSA_CHECK(createWholeBuffer());
  URSA_CHECK(allocateImported(pages_));
  return bind();
}

Result<VkBuffer> DeviceAllocation::makeBuffer(uint64_t offset, uint64_t size) const {
  if (offset % driverAlignment_ != 0)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The driver cannot create a buffer that begins {} bytes into its memory.",
                     offset);
  URSA_TRY(VkBuffer buffer, makeBufferObject(device_, roundedUp(size, 4), isImported_));
  VkMemoryRequirements needs{};
  device_.vk.vkGetBufferMemoryRequirements(device_.logical, buffer, &needs);
  if (needs.size > size_ - offset) {
    device_.vk.vkDestroyBuffer(device_.logical, buffer, nullptr);
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The driver cannot create a buffer of {} bytes at the end of its memory.",
                     size);
  }
  auto bound = checkVk(device_.vk.vkBindBufferMemory(device_.logical, buffer, memory_, offset),
                       "vkBindBufferMemory");
  if (!bound) {
    device_.vk.vkDestroyBuffer(device_.logical, buffer, nullptr);
    return bound.error();
  }
  return buffer;
}

} // namespace ursa::vulkan
