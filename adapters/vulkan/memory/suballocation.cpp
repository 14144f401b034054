#include "adapters/vulkan/memory/suballocation.h"

#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"

#include <algorithm>

namespace ursa::vulkan {
namespace {

constexpr uint64_t kFirstAllocationBytes = uint64_t{1} << 20;
constexpr uint64_t kMaximumAllocationBytes = uint64_t{64} << 20;
// Larger suballocations get their own device allocation.
constexpr uint64_t kMaxSuballocationBytes = uint64_t{16} << 20;
// Sizes of suballocations are multiples of this, which limits fragmentation.
constexpr uint64_t kSuballocationGranularity = 128;
constexpr size_t kMaxPlacementAttempts = 4; ///< device allocations tried when addresses are in use

// Returns whether the error may go away after memory is freed or with a smaller device allocation.
bool isFull(const Error &error) {
  return error.code == UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ||
         error.code == UR_RESULT_ERROR_OUT_OF_HOST_MEMORY;
}

size_t indexOf(MemoryUse use) { return static_cast<size_t>(use); }

} // namespace

void Allocator::logDeviceAllocation(const DeviceAllocation &deviceAllocation, bool isNew) {
  objects_ += isNew ? 1 : -1;
  bytes_ += isNew ? deviceAllocation.size() : -deviceAllocation.size();
  log().write(UR_LOGGER_LEVEL_DEBUG, "{} bytes of memory were {} '{}', which has {} in {} objects.",
              deviceAllocation.size(), isNew ? "allocated on" : "returned to",
              device_.properties.deviceName, bytes_, objects_);
}

bool Allocator::trim() {
  bool any = false;
  for (auto &list : deviceAllocations_)
    std::erase_if(list, [&](const Shared &shared) {
      if (!shared.free.isWhole())
        return false;
      logDeviceAllocation(*shared.deviceAllocation, false);
      return any = true;
    });
  return any;
}

Result<std::shared_ptr<DeviceAllocation>> Allocator::createDeviceAllocation(uint64_t size,
                                                                            MemoryUse use) {
  // Device allocations whose addresses the process already uses are held until another one is made,
  // so that the driver chooses different addresses for it.
  std::vector<std::shared_ptr<DeviceAllocation>> misplaced;
  for (;;) {
    auto deviceAllocation = DeviceAllocation::make(device_, size, use);
    if (!deviceAllocation && isFull(deviceAllocation.error())) {
      if (!misplaced.empty())
        deviceAllocation = misplaced.back();
      else if (trim())
        deviceAllocation = DeviceAllocation::make(device_, size, use);
    }
    if (!deviceAllocation)
      return deviceAllocation.error();
    if ((*deviceAllocation)->isMisplaced() && misplaced.size() + 1 < kMaxPlacementAttempts) {
      misplaced.push_back(*std::move(deviceAllocation));
      continue;
    }
    if ((*deviceAllocation)->translates())
      device_.translates = true;
    logDeviceAllocation(**deviceAllocation, true);
    return deviceAllocation;
  }
}

Result<Allocator::Part> Allocator::allocateWhole(uint64_t size, uint64_t alignment, MemoryUse use) {
  // The second attempt is large enough to align the first byte.
  for (const uint64_t more : {uint64_t{0}, alignment}) {
    URSA_TRY(auto deviceAllocation, createDeviceAllocation(size + more, use));
    const uint64_t first = (alignment - deviceAllocation->base() % alignment) % alignment;
    if (first <= more)
      return Part{std::move(deviceAllocation), first, true};
    logDeviceAllocation(*deviceAllocation, false);
  }
  return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                   "{} bytes could not be allocated at a multiple of {}.", size, alignment);
}

std::optional<Allocator::Part> Allocator::suballocate(uint64_t size, uint64_t alignment,
                                                      MemoryUse use) {
  for (Shared &shared : deviceAllocations_[indexOf(use)])
    if (shared.free.largest() >= size)
      if (const auto first = shared.free.allocate(size, alignment))
        return Part{shared.deviceAllocation, *first - shared.deviceAllocation->base()};
  return std::nullopt;
}

Result<Allocator::Part> Allocator::allocate(uint64_t size, uint64_t alignment, MemoryUse use) {
  const std::lock_guard guard(mutex_);
  const uint64_t piece = roundedUp(size, kSuballocationGranularity);
  auto &list = deviceAllocations_[indexOf(use)];
  const bool isAll = piece > kMaxSuballocationBytes || alignment > kMaxSuballocationBytes;
  if (isAll)
    return allocateWhole(size, alignment, use);
  auto part = suballocate(piece, alignment, use);
  if (!part) {
    const uint64_t least = piece + alignment;
    const uint64_t wanted = std::min(kMaximumAllocationBytes,
                                     kFirstAllocationBytes << std::min<size_t>(list.size(), 6));
    auto deviceAllocation =
        createDeviceAllocation(std::max(least, std::min(wanted, device_.maxAllocation)), use);
    if (!deviceAllocation && isFull(deviceAllocation.error()) && least < wanted)
      deviceAllocation = createDeviceAllocation(least, use);
    if (!deviceAllocation)
      return deviceAllocation.error();
    const uint64_t base = (*deviceAllocation)->base();
    const uint64_t bytes = (*deviceAllocation)->size();
    list.push_back({*std::move(deviceAllocation), FreeRanges(base, bytes)});
    part = suballocate(piece, alignment, use);
  }
  return *std::move(part);
}

void Allocator::release(const Part &part, uint64_t size, MemoryUse use) {
  std::shared_ptr<DeviceAllocation> gone; // destroyed after the lock is released
  const std::lock_guard guard(mutex_);
  if (part.isAll) {
    logDeviceAllocation(*part.deviceAllocation, false);
    return;
  }
  const uint64_t piece = roundedUp(size, kSuballocationGranularity);
  auto &list = deviceAllocations_[indexOf(use)];
  const auto shared = std::find_if(list.begin(), list.end(), [&](const Shared &candidate) {
    return candidate.deviceAllocation == part.deviceAllocation;
  });
  shared->free.release(part.deviceAllocation->base() + part.first, piece);
  if (!shared->free.isWhole())
    return;
  const auto isIdle = [&](const Shared &other) {
    return other.deviceAllocation != part.deviceAllocation && other.free.isWhole();
  };
  if (std::none_of(list.begin(), list.end(), isIdle))
    return;
  logDeviceAllocation(*part.deviceAllocation, false);
  gone = std::move(shared->deviceAllocation);
  list.erase(shared);
}

Result<std::shared_ptr<Suballocation>>
Suballocation::make(ur_device_handle_t_ &device, uint64_t size, MemoryUse use, uint64_t alignment) {
  std::shared_ptr<Suballocation> suballocation(new Suballocation(device, size, use));
  URSA_TRY(suballocation->part_,
           device.allocator->allocate(
               size, std::max<uint64_t>(alignment, kSuballocationGranularity), use));
  return suballocation;
}

Result<std::shared_ptr<Suballocation>> Suballocation::import(ur_device_handle_t_ &device,
                                                             void *memory, uint64_t size) {
  const auto address = reinterpret_cast<uint64_t>(memory);
  const uint64_t begin = address / device.importAlignment * device.importAlignment;
  const uint64_t end = roundedUp(address + size, device.importAlignment);
  std::shared_ptr<Suballocation> suballocation(new Suballocation(device, size, MemoryUse::Host));
  suballocation->isImported_ = true;
  URSA_TRY(suballocation->part_.deviceAllocation,
           DeviceAllocation::import(device, reinterpret_cast<std::byte *>(begin), end - begin));
  suballocation->part_.first = address - begin;
  if (suballocation->part_.deviceAllocation->translates())
    device.translates = true;
  return suballocation;
}

Result<std::shared_ptr<Suballocation>>
Suballocation::makeMigrating(ur_device_handle_t_ &device, uint64_t size, uint64_t alignment) {
  URSA_TRY(auto suballocation, make(device, size, MemoryUse::Host, alignment));
  URSA_TRY(suballocation->deviceCopy_, make(device, size, MemoryUse::Device, alignment));
  device.translates = true;
  return suballocation;
}

Suballocation::~Suballocation() {
  if (own_)
    device_.vk.vkDestroyBuffer(device_.logical, own_, nullptr);
  if (part_.deviceAllocation && !isImported_)
    device_.allocator->release(part_, size_, use_);
}

Result<VkBuffer> Suballocation::ownBuffer() {
  if (offset() == 0 && part_.isAll)
    return buffer();
  const std::lock_guard guard(mutex_);
  if (!own_) {
    URSA_TRY(own_, part_.deviceAllocation->makeBuffer(offset(), size_));
  }
  return own_;
}

} // namespace ursa::vulkan
