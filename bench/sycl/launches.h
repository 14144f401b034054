// Launches of a SYCL program, in a library of its own that ursac++ compiles.
#pragma once

#include <cstddef>
#include <memory>

namespace ursa::bench {

/// A kernel that writes one float of unified shared memory, and an in-order queue.
class __attribute__((visibility("default"))) SyclLaunches {
public:
  /// @param isCuda chooses a device of CUDA; otherwise the host's CPU
  /// @throw std::exception
  explicit SyclLaunches(bool isCuda);
  ~SyclLaunches();
  SyclLaunches(const SyclLaunches &) = delete;
  SyclLaunches &operator=(const SyclLaunches &) = delete;

  /// The name of the kernel in the images of this library.
  static const char *kernelName();

  /// Calls queue::parallel_for so often, and waits.
  void launch(size_t count);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ursa::bench
