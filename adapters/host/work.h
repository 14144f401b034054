// What a command does, in units that threads take in chunks, and the memory that a thread lends it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace ursa::host {

/// Memory of the thread that runs a work-group, reused from one to the next.
class GroupMemory {
public:
  /// At least that many bytes, aligned to @p alignment; what was in them is lost. Throws
  /// std::bad_alloc.
  virtual std::byte *reserve(size_t size, size_t alignment) = 0;

protected:
  ~GroupMemory() = default;
};

/// A command's work: units 0 <= u < units in any order, each once, by any threads at the same time.
class Work {
public:
  virtual ~Work() = default;
  /// Runs begin <= u < end. May throw std::bad_alloc, which fails the command.
  virtual void run(uint64_t begin, uint64_t end, GroupMemory &memory) = 0;

  uint64_t units = 1;
  uint64_t unitsPerChunk = 1;
  /// Stack that run() needs beyond kStackMargin.
  uint64_t stackBytes = 0;
  /// run() calls a function of the application: on a thread of the adapter, and not on a worker.
  bool callsApplication = false;
};

/// A command that is one callable.
template <class Callable> class FunctionWork final : public Work {
public:
  explicit FunctionWork(Callable callable) : callable_(std::move(callable)) {}
  void run(uint64_t, uint64_t, GroupMemory &) override { callable_(); }

private:
  Callable callable_;
};

template <class Callable> std::unique_ptr<Work> makeWork(Callable callable) {
  return std::make_unique<FunctionWork<Callable>>(std::move(callable));
}

} // namespace ursa::host
