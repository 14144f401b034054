// Runs the convolution through the C ABI.
#include "examples/demo/convolution.h"

#include "client/check.h"
#include "client/device_memory.h"
#include "examples/demo/timing.h"

#include <algorithm>
#include <span>
#include <thread>

namespace ursa::demo {

using client::check;

namespace {

class Runner {
public:
  Runner(const client::Session &session, ursa_bundle_handle_t bundle, const Picture &picture)
      : session_(session), bundle_(bundle), picture_(picture),
        in_(session, picture.pixels.size() * sizeof(Pixel)), out_(session, in_.size()) {
    in_.upload(std::as_bytes(std::span(picture.pixels)));
  }

  Measurement run(const Task &task) {
    Measurement measurement{.filter = task.filter.name};
    const auto start = Clock::now();
    const client::KernelHandle kernel = specialize(task.filter);
    launch(kernel.get());
    measurement.firstMs = millisecondsSince(start);

    measurement.result = Picture(picture_.width, picture_.height);
    out_.download(std::as_writable_bytes(std::span(measurement.result.pixels)));
    measurement.difference = compare(measurement.result, task.reference);
    // In mode tiered the native code is built in the background; later launches use it.
    check(ursaBundleFinishBuilds(bundle_), "Waiting for builds " + where());
    measurement.steadyMs = steadyTime([&] { launch(kernel.get()); });
    return measurement;
  }

private:
  client::KernelHandle specialize(const Filter &filter) {
    set("radius", &filter.radius, sizeof(filter.radius));
    set("coefficients", &filter.coefficients, sizeof(filter.coefficients));
    check(ursaBundleBuild(bundle_, nullptr), "Building " + where(), session_.device.adapter);
    client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_, session_.device.handle, "convolve", kernel.out()),
          "Getting kernel 'convolve' " + where(), session_.device.adapter);
    return kernel;
  }

  void set(const char *constant, const void *value, size_t size) {
    check(ursaBundleSetSpecializationConstant(bundle_, constant, size, value),
          fmt::format("Setting constant '{}' {}", constant, where()), session_.device.adapter);
  }

  /// Launches the kernel and waits until it completes.
  void launch(ur_kernel_handle_t kernel) {
    const auto width = static_cast<int32_t>(picture_.width);
    const auto height = static_cast<int32_t>(picture_.height);
    const ursa_kernel_arg_t arguments[] = {in_.argument(),
                                           out_.argument(),
                                           {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(width), &width},
                                           {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(height), &height}};
    const size_t global[] = {picture_.width, picture_.height};
    client::EventHandle event;
    check(ursaEnqueueKernelLaunch(session_.queue.get(), kernel, 2, nullptr, global, nullptr, 4,
                                  arguments, 0, nullptr, event.out()),
          "Launching " + where(), session_.device.adapter);
    const ur_event_handle_t launched = event.get();
    check(urEventWait(1, &launched), "Waiting for a launch " + where(), session_.device.adapter);
  }

  std::string where() const { return "on " + session_.device.selector; }

  const client::Session &session_;
  ursa_bundle_handle_t bundle_;
  const Picture &picture_;
  client::DeviceMemory in_;
  client::DeviceMemory out_;
};

} // namespace

DeviceRun runConvolution(const client::Device &device, ursa_images_handle_t images,
                         ursa_specialization_mode_t mode, const Picture &picture,
                         const std::vector<Task> &tasks) {
  DeviceRun run{.device = device.selector,
                .mode = std::string(client::specializationModeName(mode))};
  const client::Session session(device);
  client::BundleHandle bundle;
  const ur_result_t result =
      ursaBundleCreate(session.context.get(), 1, &device.handle, images, mode, bundle.out());
  if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE || result == UR_RESULT_ERROR_INVALID_BINARY) {
    run.unsupported = client::describeResult(result, device.adapter);
    return run;
  }
  check(result, "Creating a bundle on " + device.selector, device.adapter);
  // URSA_SPECIALIZATION may have overruled the mode.
  check(ursaBundleGetMode(bundle.get(), device.handle, &mode), "Querying the mode");
  run.mode = client::specializationModeName(mode);

  Runner runner(session, bundle.get(), picture);
  for (const Task &task : tasks)
    run.measurements.push_back(runner.run(task));
  return run;
}

DeviceRun runPlain(const Picture &picture, const std::vector<Task> &tasks) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  DeviceRun run{.device = "plain C++",
                .mode = fmt::format("{} thread{}", threads, threads == 1 ? "" : "s")};
  for (const Task &task : tasks) {
    Measurement &measurement = run.measurements.emplace_back();
    measurement.filter = task.filter.name;
    measurement.result = Picture(picture.width, picture.height);
    const auto convolve = [&] {
      convolveOnThreads(picture, task.filter, measurement.result, threads);
    };
    const auto start = Clock::now();
    convolve();
    measurement.firstMs = millisecondsSince(start);
    measurement.difference = compare(measurement.result, task.reference);
    measurement.steadyMs = steadyTime(convolve);
    measurement.result = {}; // compared, and not shown
  }
  return run;
}

} // namespace ursa::demo
