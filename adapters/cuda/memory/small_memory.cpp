#include "adapters/cuda/memory/small_memory.h"

#include "adapters/cuda/driver/native_context.h"

#include <bit>

namespace ursa::cuda {

size_t SmallMemory::indexOf(size_t size) {
  return size <= kSmallest ? 0 : std::bit_width(size - 1) - std::bit_width(kSmallest - 1);
}

Result<CUdeviceptr> SmallMemory::take(NativeContext &native, size_t size) {
  const size_t index = indexOf(size);
  {
    const std::lock_guard guard(mutex_);
    if (std::vector<CUdeviceptr> &idle = idle_[index]; !idle.empty()) {
      const CUdeviceptr block = idle.back();
      idle.pop_back();
      return block;
    }
  }
  URSA_TRY(const CUdeviceptr chunk, native.allocateDevice(kChunk)); // may put blocks back
  const size_t step = kSmallest << index;
  const std::lock_guard guard(mutex_);
  chunks_.push_back(chunk);
  for (size_t at = kChunk - step; at != 0; at -= step)
    idle_[index].push_back(chunk + at);
  return chunk;
}

void SmallMemory::putBack(CUdeviceptr block, size_t size) {
  const std::lock_guard guard(mutex_);
  idle_[indexOf(size)].push_back(block);
}

void SmallMemory::clear() {
  const std::lock_guard guard(mutex_);
  for (std::vector<CUdeviceptr> &idle : idle_)
    idle.clear();
  for (const CUdeviceptr chunk : chunks_)
    (void)cu().cuMemFree(chunk);
  chunks_.clear();
}

} // namespace ursa::cuda
