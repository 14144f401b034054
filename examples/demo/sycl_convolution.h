// The convolution as a SYCL program of one source. It is a library of its own, because ursac++
// compiles it; ursa-demo uses it where it was built.
#pragma once

#include "examples/demo/filters.h"
#include "examples/demo/picture.h"

#include <memory>
#include <string>

#define URSA_DEMO_SYCL_EXPORT __attribute__((visibility("default")))

namespace ursa::demo {

/// The convolution of one picture on one device.
class URSA_DEMO_SYCL_EXPORT SyclConvolution {
public:
  enum class Mode { Native, Emulated };

  /// Copies the picture to a device.
  /// @param device the position of the device among all
  /// @throw std::exception
  SyclConvolution(size_t device, Mode mode, const Picture &picture);
  ~SyclConvolution();
  SyclConvolution(const SyclConvolution &) = delete;
  SyclConvolution &operator=(const SyclConvolution &) = delete;

  /// Applies a filter, and blocks until the result is there.
  /// @return false if the device does not support the mode; whyUnsupported() has the reason then
  /// @throw std::exception
  bool apply(const Filter &filter);
  const std::string &whyUnsupported() const;

  /// Copies the result of the last filter into a picture of the same size.
  /// @throw std::exception
  void download(Picture &result) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ursa::demo
