#include "adapters/vulkan/block.h"

#include "adapters/vulkan/adapter.h"
#include "adapters/vulkan/device.h"

#include <algorithm>

namespace ursa::vulkan {
namespace {

constexpr uint64_t kFirstChunkBytes = uint64_t{1} << 20;
constexpr uint64_t kLargestChunkBytes = uint64_t{64} << 20;
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

size_t indexOf(BlockUse use) { return static_cast<size_t>(use); }

} // namespace

void Allocator::noteChunk(const Chunk &chunk, bool isNew) {
  objects_ += isNew ? 1 : -1;
  bytes_ += isNew ? chunk.size() : -chunk.size();
  log().write(UR_LOGGER_LEVEL_DEBUG, "{} bytes of memory were {} '{}', which has {} in {} objects.",
              chunk.size(), isNew ? "allocated on" : "returned to", device_.properties.deviceName,
              bytes_, objects_);
}

bool Allocator::trim() {
  bool any = false;
  for (auto &list : chunks_)
    std::erase_if(list, [&](const Shared &shared) {
      if (!shared.free.isWhole())
        return false;
      noteChunk(*shared.chunk, false);
      return any = true;
    });
  return any;
}

Result<std::shared_ptr<Chunk>> Allocator::makeChunk(uint64_t size, BlockUse use) {
  // Device allocations whose addresses the process already uses are held until another one is made,
  // so that the driver chooses different addresses for it.
  std::vector<std::shared_ptr<Chunk>> misplaced;
  for (;;) {
    auto chunk = Chunk::make(device_, size, use);
    if (!chunk && isFull(chunk.error())) {
      if (!misplaced.empty())
        chunk = misplaced.back();
      else if (trim())
        chunk = Chunk::make(device_, size, use);
    }
    if (!chunk)
      return chunk.error();
    if ((*chunk)->isMisplaced() && misplaced.size() + 1 < kMaxPlacementAttempts) {
      misplaced.push_back(*std::move(chunk));
      continue;
    }
    if ((*chunk)->translates())
      device_.translates = true;
    noteChunk(**chunk, true);
    return chunk;
  }
}

Result<Allocator::Part> Allocator::allocateWhole(uint64_t size, uint64_t alignment, BlockUse use) {
  // The second attempt is large enough to align the first byte.
  for (const uint64_t more : {uint64_t{0}, alignment}) {
    URSA_TRY(auto chunk, makeChunk(size + more, use));
    const uint64_t first = (alignment - chunk->base() % alignment) % alignment;
    if (first <= more)
      return Part{std::move(chunk), first, true};
    noteChunk(*chunk, false);
  }
  return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                   "{} bytes could not be allocated at a multiple of {}.", size, alignment);
}

std::optional<Allocator::Part> Allocator::takeFromChunks(uint64_t size, uint64_t alignment,
                                                         BlockUse use) {
  for (Shared &shared : chunks_[indexOf(use)])
    if (shared.free.largest() >= size)
      if (const auto first = shared.free.allocate(size, alignment))
        return Part{shared.chunk, *first - shared.chunk->base()};
  return std::nullopt;
}

Result<Allocator::Part> Allocator::allocate(uint64_t size, uint64_t alignment, BlockUse use) {
  const std::lock_guard guard(mutex_);
  const uint64_t piece = roundedUp(size, kSuballocationGranularity);
  auto &list = chunks_[indexOf(use)];
  const bool isAll = piece > kMaxSuballocationBytes || alignment > kMaxSuballocationBytes;
  if (isAll)
    return allocateWhole(size, alignment, use);
  auto part = takeFromChunks(piece, alignment, use);
  if (!part) {
    const uint64_t least = piece + alignment;
    const uint64_t wanted =
        std::min(kLargestChunkBytes, kFirstChunkBytes << std::min<size_t>(list.size(), 6));
    auto chunk = makeChunk(std::max(least, std::min(wanted, device_.maxAllocation)), use);
    if (!chunk && isFull(chunk.error()) && least < wanted)
      chunk = makeChunk(least, use);
    if (!chunk)
      return chunk.error();
    const uint64_t base = (*chunk)->base();
    const uint64_t bytes = (*chunk)->size();
    list.push_back({*std::move(chunk), FreeRanges(base, bytes)});
    part = takeFromChunks(piece, alignment, use);
  }
  return *std::move(part);
}

void Allocator::release(const Part &part, uint64_t size, BlockUse use) {
  std::shared_ptr<Chunk> gone; // destroyed after the lock is released
  const std::lock_guard guard(mutex_);
  if (part.isAll) {
    noteChunk(*part.chunk, false);
    return;
  }
  const uint64_t piece = roundedUp(size, kSuballocationGranularity);
  auto &list = chunks_[indexOf(use)];
  const auto shared = std::find_if(list.begin(), list.end(), [&](const Shared &candidate) {
    return candidate.chunk == part.chunk;
  });
  shared->free.release(part.chunk->base() + part.first, piece);
  if (!shared->free.isWhole())
    return;
  const auto isIdle = [&](const Shared &other) {
    return other.chunk != part.chunk && other.free.isWhole();
  };
  if (std::none_of(list.begin(), list.end(), isIdle))
    return;
  noteChunk(*part.chunk, false);
  gone = std::move(shared->chunk);
  list.erase(shared);
}

Result<std::shared_ptr<Block>> Block::make(ur_device_handle_t_ &device, uint64_t size, BlockUse use,
                                           uint64_t alignment) {
  std::shared_ptr<Block> block(new Block(device, size, use));
  URSA_TRY(block->part_, device.allocator->allocate(
                             size, std::max<uint64_t>(alignment, kSuballocationGranularity), use));
  return block;
}

Result<std::shared_ptr<Block>> Block::import(ur_device_handle_t_ &device, void *memory,
                                             uint64_t size) {
  const auto address = reinterpret_cast<uint64_t>(memory);
  const uint64_t begin = address / device.importAlignment * device.importAlignment;
  const uint64_t end = roundedUp(address + size, device.importAlignment);
  std::shared_ptr<Block> block(new Block(device, size, BlockUse::Host));
  block->isImported_ = true;
  URSA_TRY(block->part_.chunk,
           Chunk::import(device, reinterpret_cast<std::byte *>(begin), end - begin));
  block->part_.first = address - begin;
  if (block->part_.chunk->translates())
    device.translates = true;
  return block;
}

Result<std::shared_ptr<Block>> Block::makeMigrating(ur_device_handle_t_ &device, uint64_t size,
                                                    uint64_t alignment) {
  URSA_TRY(auto block, make(device, size, BlockUse::Host, alignment));
  URSA_TRY(block->deviceCopy_, make(device, size, BlockUse::Device, alignment));
  device.translates = true;
  return block;
}

Block::~Block() {
  if (own_)
    device_.vk.vkDestroyBuffer(device_.logical, own_, nullptr);
  if (part_.chunk && !isImported_)
    device_.allocator->release(part_, size_, use_);
}

Result<VkBuffer> Block::ownBuffer() {
  if (offset() == 0 && part_.isAll)
    return buffer();
  const std::lock_guard guard(mutex_);
  if (!own_) {
    URSA_TRY(own_, part_.chunk->makeBuffer(offset(), size_));
  }
  return own_;
}

} // namespace ursa::vulkan
