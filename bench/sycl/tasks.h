// Command groups of empty kernels over buffers, in a library of its own that ursac++ compiles.
#pragma once

#include <cstddef>
#include <memory>

namespace ursa::bench {

/// Buffers and an out-of-order queue of the host's CPU. Each function submits so many command
/// groups and waits for them.
class __attribute__((visibility("default"))) SyclTasks {
public:
  static constexpr size_t kBuffers = 64;      ///< of wide()
  static constexpr size_t kPages = 1'000'000; ///< of onePage()

  /// @throw std::exception
  SyclTasks();
  ~SyclTasks();
  SyclTasks(const SyclTasks &) = delete;
  SyclTasks &operator=(const SyclTasks &) = delete;

  /// Each depends on the one before: all write the same buffer.
  void chain(size_t count);
  /// Each depends on the one kBuffers before: they write these buffers in turn.
  void wide(size_t count);
  /// Each writes one page of a buffer of kPages pages, far from that of the one before.
  void onePage(size_t count);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ursa::bench
