// Device memory of small buffers, cut from larger allocations of the driver, whose functions that
// allocate and free take tens of microseconds.
#pragma once

#include "adapters/cuda/driver/cu.h"
#include "support/result.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace ursa::cuda {

class NativeContext;

/// Blocks of one context, of 512 to 4,096 bytes. Thread safe.
class SmallMemory {
public:
  static constexpr size_t kLargest = 4096; ///< bytes

  /// Returns a block of at least @p size bytes, kLargest at most. The context is current. Errors:
  /// those of cuMemAlloc.
  Result<CUdeviceptr> take(NativeContext &native, size_t size);
  /// Takes back a block that no command uses.
  /// @param size with which the block was taken
  void putBack(CUdeviceptr block, size_t size);
  /// Frees everything. The context is current, and all blocks were put back.
  void clear();

private:
  static constexpr size_t kSmallest = 512;             ///< bytes; blocks are aligned by their size
  static constexpr size_t kChunk = size_t{256} * 1024; ///< bytes of an allocation
  static constexpr size_t kSizes = 4;                  ///< of blocks, each twice the one before

  static size_t indexOf(size_t size);

  std::mutex mutex_; ///< guards the members below
  std::array<std::vector<CUdeviceptr>, kSizes> idle_;
  std::vector<CUdeviceptr> chunks_;
};

} // namespace ursa::cuda
