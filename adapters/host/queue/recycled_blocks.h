// Memory of the objects that every command has: freed blocks are kept for the next commands, so
// that a launch allocates nothing. A block is often freed by another thread than the one that
// allocated it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace ursa::host {

/// Keeps up to 128 free blocks of one size. Thread safe, without locks.
class RecycledBlocks {
public:
  /// @param bytes size of a block
  explicit constexpr RecycledBlocks(size_t bytes) : bytes_(bytes) {}

  /// Returns memory of that size, aligned as by operator new. Throws std::bad_alloc.
  void *allocate(size_t size);
  /// Takes memory of allocate() with the same size.
  void release(void *block, size_t size) noexcept;
  /// Frees the blocks that are kept.
  void trim() noexcept;

private:
  // Threads begin their search in the cache line of their processor.
  struct alignas(64) Line {
    std::array<std::atomic<void *>, 8> slots{};
  };
  static size_t firstLine();

  std::array<Line, 16> lines_{};
  const size_t bytes_;
};

RecycledBlocks &eventBlocks();
RecycledBlocks &workBlocks();

} // namespace ursa::host
