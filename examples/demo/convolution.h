// The convolution kernel on a device: built for one filter after the other, timed, and checked.
#pragma once

#include "client/devices.h"
#include "examples/demo/filters.h"
#include "examples/demo/picture.h"
#include "examples/demo/reference.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa::demo {

/// A filter with what it must make of the demo's picture.
struct Task {
  Filter filter;
  Picture reference;
};

/// One filter on one device in one mode.
struct Measurement {
  std::string filter;
  double firstMs = 0;  ///< setting the constants, building, one launch, until it is complete
  double steadyMs = 0; ///< one more launch until it is complete, median of several
  Difference difference;
  Picture result;
};

/// All filters on one device in one mode, or why there are none.
struct DeviceRun {
  std::string device;
  std::string mode;
  std::vector<Measurement> measurements;
  std::string unsupported; ///< the device cannot have the mode: the library's sentence
};

/// Runs the tasks in order on one bundle, so that each changes the constants of the one before.
/// Throws a client::Failure when something fails that is not a missing capability.
DeviceRun runConvolution(const client::Device &device, ursa_images_handle_t images,
                         ursa_specialization_mode_t mode, const Picture &picture,
                         const std::vector<Task> &tasks);

} // namespace ursa::demo
