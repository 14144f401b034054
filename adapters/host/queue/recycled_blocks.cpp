#include "adapters/host/queue/recycled_blocks.h"

#include "adapters/host/queue/work.h"

#include <new>

#include <sched.h>

namespace ursa::host {
namespace {

// AddressSanitizer finds uses of freed commands only if their memory is not reused.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kRecycles = false;
#else
constexpr bool kRecycles = true;
#endif

} // namespace

// Threads of one processor take turns, so that they find its lines and blocks in its cache.
size_t RecycledBlocks::firstLine() {
  const int processor = ::sched_getcpu(); // reads memory that the kernel keeps up to date
  return processor < 0 ? 0 : static_cast<size_t>(processor);
}

void *RecycledBlocks::allocate(size_t size) {
  if (!kRecycles || size > bytes_)
    return ::operator new(size);
  const size_t first = firstLine();
  for (size_t i = 0; i < lines_.size(); ++i)
    for (std::atomic<void *> &slot : lines_[(first + i) % lines_.size()].slots)
      if (slot.load(std::memory_order_relaxed))
        // Acquires what the thread that released the block wrote to it.
        if (void *block = slot.exchange(nullptr, std::memory_order_acquire))
          return block;
  return ::operator new(bytes_);
}

void RecycledBlocks::release(void *block, size_t size) noexcept {
  if (kRecycles && size <= bytes_) {
    const size_t first = firstLine();
    for (size_t i = 0; i < lines_.size(); ++i)
      for (std::atomic<void *> &slot : lines_[(first + i) % lines_.size()].slots) {
        void *none = nullptr;
        if (!slot.load(std::memory_order_relaxed) &&
            slot.compare_exchange_strong(none, block, std::memory_order_release,
                                         std::memory_order_relaxed))
          return;
      }
  }
  ::operator delete(block);
}

void RecycledBlocks::trim() noexcept {
  for (Line &line : lines_)
    for (std::atomic<void *> &slot : line.slots)
      ::operator delete(slot.exchange(nullptr, std::memory_order_acquire));
}

RecycledBlocks &workBlocks() {
  static constinit RecycledBlocks blocks(kRecycledWorkBytes);
  return blocks;
}

void *Work::operator new(size_t size) { return workBlocks().allocate(size); }

void Work::operator delete(void *work, size_t size) noexcept { workBlocks().release(work, size); }

} // namespace ursa::host
