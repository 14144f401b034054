// Measures the convolution of the SYCL program.
#include "examples/demo/convolution.h"
#include "examples/demo/timing.h"

#ifdef URSA_DEMO_HAS_SYCL
#include "examples/demo/sycl_convolution.h"
#endif

namespace ursa::demo {

#ifdef URSA_DEMO_HAS_SYCL

namespace {

DeviceRun runMode(const client::Device &device, size_t position, SyclConvolution::Mode mode,
                  const Picture &picture, const std::vector<Task> &tasks) {
  DeviceRun run{.device = device.selector,
                .mode = mode == SyclConvolution::Mode::Native ? "SYCL native" : "SYCL emulated"};
  SyclConvolution convolution(position, mode, picture);
  for (const Task &task : tasks) {
    Measurement measurement{.filter = task.filter.name};
    const auto start = Clock::now();
    if (!convolution.apply(task.filter)) {
      run.unsupported = convolution.whyUnsupported();
      return run;
    }
    measurement.firstMs = millisecondsSince(start);
    measurement.result = Picture(picture.width, picture.height);
    convolution.download(measurement.result);
    measurement.difference = compare(measurement.result, task.reference);
    measurement.result = {}; // compared, and not shown
    measurement.steadyMs = steadyTime([&] { convolution.apply(task.filter); });
    run.measurements.push_back(std::move(measurement));
  }
  return run;
}

} // namespace

std::vector<DeviceRun> runSycl(const client::Device &device, size_t position,
                               const Picture &picture, const std::vector<Task> &tasks) {
  std::vector<DeviceRun> runs;
  for (const auto mode : {SyclConvolution::Mode::Native, SyclConvolution::Mode::Emulated})
    runs.push_back(runMode(device, position, mode, picture, tasks));
  return runs;
}

#else

std::vector<DeviceRun> runSycl(const client::Device & /*device*/, size_t /*position*/,
                               const Picture & /*picture*/, const std::vector<Task> & /*tasks*/) {
  return {};
}

#endif

} // namespace ursa::demo
