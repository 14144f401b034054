// Threads that share out a range, for the peers in plain C++.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace ursa::bench {

/// Runs one loop at a time on the calling thread and others that wait in between. Not thread-safe.
class Threads {
public:
  using Body = std::function<void(size_t begin, size_t end)>;

  explicit Threads(unsigned count);
  ~Threads();
  Threads(const Threads &) = delete;
  Threads &operator=(const Threads &) = delete;

  /// Calls @p body for parts of 0 to @p count, whose sizes are multiples of @p grain but for the
  /// last, and returns when all of them are done. A single part is done by the caller.
  void forRange(size_t count, size_t grain, const Body &body);

private:
  void serve();
  void takeParts();

  const Body *body_ = nullptr;
  size_t count_ = 0;
  size_t part_ = 0;
  std::atomic<size_t> next_ = 0;
  std::atomic<uint32_t> round_ = 0;   ///< of the current loop; workers wait for the next one
  std::atomic<uint32_t> working_ = 0; ///< workers that have not finished the current loop
  std::atomic<bool> ends_ = false;
  std::vector<std::thread> workers_;
};

} // namespace ursa::bench
