// Runs the convolution kernel on a device: builds it for one filter after the other, measures and
// checks it.
#pragma once

#include "client/devices.h"
#include "examples/demo/filters.h"
#include "examples/demo/picture.h"
#include "examples/demo/reference.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa::demo {

/// A filter and the expected result for the demo's picture.
struct Task {
  Filter filter;
  Picture reference;
};

/// One filter on one device in one mode.
struct Measurement {
  std::string filter;
  double firstMs = 0;  ///< setting the constants, building and one launch, until it completes
  double steadyMs = 0; ///< one more launch until it completes, median of several
  Difference difference;
  Picture result;
};

/// All filters on one device in one mode, or why they cannot run.
struct DeviceRun {
  std::string device;
  std::string mode;
  std::vector<Measurement> measurements;
  std::string unsupported; ///< the library's message if the device does not support the mode
};

/// Runs the tasks in order on one bundle, so that each changes the constants of the previous one.
/// Throws a client::Failure for any error except a missing capability.
DeviceRun runConvolution(const client::Device &device, ursa_images_handle_t images,
                         ursa_specialization_mode_t mode, const Picture &picture,
                         const std::vector<Task> &tasks);

/// Runs the tasks natively and then emulated through the SYCL program of the same kernel. Returns
/// no runs where the demo was built without it.
/// @param position of the device among all
std::vector<DeviceRun> runSycl(const client::Device &device, size_t position,
                               const Picture &picture, const std::vector<Task> &tasks);

/// Runs the tasks in plain C++ on all processors.
DeviceRun runPlain(const Picture &picture, const std::vector<Task> &tasks);

} // namespace ursa::demo
