// A convolution whose radius is an argument or a constant, in a library of its own that ursac++
// compiles.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace ursa::bench {

/// A convolution of a square of floats with a square of weights, on the host's CPU.
class __attribute__((visibility("default"))) SyclConvolution {
public:
  /// @param isConstant whether the compiler knows the radius, which is 1 to 3
  /// @throw std::exception
  SyclConvolution(int radius, bool isConstant, bool isTiny);
  ~SyclConvolution();
  SyclConvolution(const SyclConvolution &) = delete;
  SyclConvolution &operator=(const SyclConvolution &) = delete;

  double operations() const; ///< of one launch
  /// Launches the kernel so often, and waits.
  void run(size_t times);
  std::vector<float> result() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ursa::bench
