// The work of a command, divided into units that threads take in chunks, and the scratch memory
// that a thread provides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace ursa::host {

/// Scratch memory of the thread that runs a work-group, reused by the next work-group.
class GroupMemory {
public:
  /// Returns at least @p size bytes, aligned to @p alignment; the previous contents are lost.
  /// Throws std::bad_alloc.
  virtual std::byte *reserve(size_t size, size_t alignment) = 0;

protected:
  ~GroupMemory() = default;
};

/// The largest work whose memory is reused.
inline constexpr size_t kRecycledWorkBytes = 640;

/// A command's work: units 0 <= u < units, each run once, in any order, by several threads
/// concurrently.
class Work {
public:
  virtual ~Work() = default;
  /// Reuses the memory of earlier work (recycled_blocks.h).
  static void *operator new(size_t size);
  static void operator delete(void *work, size_t size) noexcept;
  /// Runs the units begin <= u < end. May throw std::bad_alloc, which fails the command.
  virtual void run(uint64_t begin, uint64_t end, GroupMemory &memory) = 0;

  uint64_t units = 1;
  uint64_t unitsPerChunk = 1;
  /// Stack that run() needs beyond kStackMargin.
  uint64_t stackBytes = 0;
  /// run() calls a function of the application and must run on an ApplicationThreads thread, not on
  /// a worker.
  bool callsApplication = false;
  /// All units together take a few microseconds at most and wait for no other thread, so that the
  /// thread that enqueues the command may run them at once.
  bool isShort = false;
  /// Whether run() reserves memory.
  bool needsMemory = true;
};

/// Work that is one callable.
template <class Callable> class FunctionWork final : public Work {
public:
  explicit FunctionWork(Callable callable) : callable_(std::move(callable)) {}
  void run(uint64_t, uint64_t, GroupMemory &) override { callable_(); }

private:
  Callable callable_;
};

template <class Callable> std::unique_ptr<Work> createWork(Callable callable) {
  return std::make_unique<FunctionWork<Callable>>(std::move(callable));
}

} // namespace ursa::host
