// Kernels of a SYCL program over buffers, and the same kernels over pointers for another launcher,
// in a library of its own that ursac++ compiles.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ursa::bench {

enum class SyclWork { Saxpy, Gemm, Nbody, Reduction, Stencil };

/// The memory of a work, in elements of float: what it reads and what it writes.
struct WorkSizes {
  size_t in = 0;
  size_t out = 0;
};

/// A launch of a kernel over pointers. Dimension 0 varies fastest, as in UR.
struct WorkLaunch {
  std::string kernel;
  std::vector<std::byte> object; ///< the kernel's object, which its arguments are read from
  unsigned dimensions = 1;
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  size_t localBytes = 0; ///< of its local memory
};

/// One work on a device of SYCL.
class __attribute__((visibility("default"))) SyclWorks {
public:
  /// @param isCuda chooses a device of CUDA; otherwise the host's CPU
  /// @param isTiny for tests: small sizes
  /// @throw std::exception
  SyclWorks(SyclWork work, bool isCuda, bool isTiny);
  ~SyclWorks();
  SyclWorks(const SyclWorks &) = delete;
  SyclWorks &operator=(const SyclWorks &) = delete;

  WorkSizes sizes() const;
  /// Bytes or floating-point operations of one launch.
  double amount() const;

  /// Launches the kernel so often, each time on the same buffers, and waits.
  void run(size_t times);
  /// The contents of the buffers: input and output in turn.
  std::vector<float> contents() const;

  /// The same kernel over this memory of the device.
  WorkLaunch launchOver(float *in, float *out);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ursa::bench
