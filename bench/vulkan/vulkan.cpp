// vulkan: kernels in OpenCL C through Ursa, compared with the same work in GLSL through Vulkan on
// the same device and buffers; times are device times. vulkan/launch_empty measures a launch and
// the wait for it; the peer also records a command buffer for each launch.
#include "bench/paired.h"
#include "bench/ursa_kernel.h"
#include "bench/vulkan/cases.h"
#include "bench/vulkan/glsl_kernel.h"

#include "client/check.h"
#include "client/files.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

namespace ursa::bench {
namespace {

using client::check;

constexpr size_t kLaunchesInARow = 5; // on a GPU
constexpr size_t kLaunchesInARowOnCpu = 15;
constexpr double kWarmUp = 1.5; // seconds
constexpr size_t kEmptyLaunchesInARow = 100;

const client::Device *vulkanDevice() {
  for (const client::Device &device : devices().all())
    if (device.adapterName == "vulkan")
      return &device;
  return nullptr;
}

/// The bundle of kernels.cl on a device.
struct Kernels {
  explicit Kernels(const client::Device &device) : session(device) {
    const auto path =
        client::executableFolder().parent_path() / "share/ursa/bench/vulkan/kernels.ursa";
    client::ImagesHandle images;
    check(ursaImagesLoad(path.c_str(), images.out()), "Loading the kernels");
    check(ursaBundleCreate(session.context.get(), 1, &session.device.handle, images.get(),
                           URSA_SPECIALIZATION_MODE_AUTO, bundle.out()),
          "Making a bundle", device.adapter);
    check(ursaBundleBuild(bundle.get(), nullptr), "Building the kernels", device.adapter);
  }

  client::KernelHandle get(const std::string &name) const {
    client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle.get(), nullptr, name.c_str(), kernel.out()),
          "Getting a kernel", session.device.adapter);
    return kernel;
  }

  client::Session session;
  client::BundleHandle bundle;
};

/// A buffer of floats that both Ursa's and Vulkan's kernels access.
class Buffer {
public:
  Buffer(const client::Session &session, const std::vector<float> &values)
      : session_(session), bytes_(values.size() * sizeof(float)) {
    check(urMemBufferCreate(session.context.get(), UR_MEM_FLAG_READ_WRITE, bytes_, nullptr,
                            memory_.out()),
          "Making a buffer", session.device.adapter);
    write(values);
  }

  void write(const std::vector<float> &values) {
    check(urEnqueueMemBufferWrite(session_.queue.get(), memory_.get(), true, 0, bytes_,
                                  values.data(), 0, nullptr, nullptr),
          "Writing a buffer", session_.device.adapter);
  }
  std::vector<float> read() const {
    std::vector<float> values(bytes_ / sizeof(float));
    check(urEnqueueMemBufferRead(session_.queue.get(), memory_.get(), true, 0, bytes_,
                                 values.data(), 0, nullptr, nullptr),
          "Reading a buffer", session_.device.adapter);
    return values;
  }
  VkBuffer native() const {
    ur_native_handle_t handle = 0;
    check(urMemGetNativeHandle(memory_.get(), session_.device.handle, &handle),
          "Asking for a native buffer", session_.device.adapter);
    return reinterpret_cast<VkBuffer>(handle);
  }
  ursa_kernel_arg_t argument() const {
    return {UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(ur_mem_handle_t), memory_.get()};
  }

private:
  const client::Session &session_;
  size_t bytes_;
  client::MemHandle memory_;
};

/// One case on both sides: the inputs are shared, each side has its own result.
class BothSides {
public:
  BothSides(const client::Device &device, const VulkanCase &work)
      : case_(work), kernels_(device), kernel_(kernels_.get(work.name)),
        ours_(kernels_.session, work.result), peers_(kernels_.session, work.result),
        vulkan_(kernels_.session) {
    std::vector<VkBuffer> natives;
    for (const std::vector<float> &input : work.inputs) {
      inputs_.push_back(std::make_unique<Buffer>(kernels_.session, input));
      natives.push_back(inputs_.back()->native());
      arguments_.push_back(inputs_.back()->argument());
    }
    natives.push_back(peers_.native());
    arguments_.push_back(ours_.argument());
    for (const uint32_t &value : work.values)
      arguments_.push_back({UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(value), &value});
    std::array<uint32_t, 3> groups{};
    for (size_t d = 0; d < groups.size(); ++d)
      groups[d] = static_cast<uint32_t>(work.global[d] / work.local[d]);
    peer_.emplace(vulkan_, work.name, natives, work.values, groups);
  }

  /// Launches and returns seconds by the device's clock.
  double launch() {
    client::EventHandle event;
    check(ursaEnqueueKernelLaunch(kernels_.session.queue.get(), kernel_.get(), 3, nullptr,
                                  case_.global.data(), case_.local.data(),
                                  static_cast<uint32_t>(arguments_.size()), arguments_.data(), 0,
                                  nullptr, event.out()),
          "Launching a kernel", kernels_.session.device.adapter);
    const ur_event_handle_t launched = event.get();
    check(urEventWait(1, &launched), "Waiting for a kernel", kernels_.session.device.adapter);
    return static_cast<double>(time(launched, UR_PROFILING_INFO_COMMAND_END) -
                               time(launched, UR_PROFILING_INFO_COMMAND_START)) *
           1e-9;
  }
  double launchPeer() {
    return vulkan_.submitTimed([&](VkCommandBuffer commands) { peer_->record(commands); });
  }

  /// Throws a Failure unless a launch of each side gives the expected result.
  void verify() {
    launch();
    launchPeer();
    const std::vector<float> ours = ours_.read();
    verifyOne("Ursa's kernel", ours);
    verifyOne("The GLSL kernel", peers_.read());
  }

private:
  static uint64_t time(ur_event_handle_t event, ur_profiling_info_t which) {
    uint64_t nanoseconds = 0;
    check(urEventGetProfilingInfo(event, which, sizeof(nanoseconds), &nanoseconds, nullptr),
          "Asking for a time");
    return nanoseconds;
  }

  void verifyOne(const char *who, const std::vector<float> &result) const {
    constexpr size_t kSamples = 1000;
    const size_t step = std::max<size_t>(1, result.size() / kSamples) | 1;
    size_t checked = 0, wrong = 0;
    for (size_t i = 0; i < result.size(); i += step) {
      const double is = double{result[i]}, should = case_.expected(i);
      ++checked;
      if (std::fabs(is - should) <= case_.tolerance * std::max(1.0, std::fabs(should)))
        continue;
      if (static_cast<double>(++wrong) * 1000 >
          case_.mayDiffer * static_cast<double>(checked + 999))
        client::fail("{} '{}' gave {} as element {}; {} is right.", who, case_.name, is, i, should);
    }
  }

  const VulkanCase &case_;
  Kernels kernels_;
  client::KernelHandle kernel_;
  std::vector<std::unique_ptr<Buffer>> inputs_;
  Buffer ours_, peers_;
  std::vector<ursa_kernel_arg_t> arguments_;
  RawVulkan vulkan_;
  std::optional<GlslKernel> peer_;
};

/// Returns the fastest of several launches, because on a CPU other work slows down the rest.
template <class Launch> TimedOperation fastestOf(size_t count, Launch launch) {
  return [=] {
    double fastest = launch();
    for (size_t i = 1; i < count; ++i)
      fastest = std::min(fastest, launch());
    return fastest;
  };
}

/// Keeps a device busy before it is measured: a GPU that was idle, for example while inputs are
/// generated, lowers its clocks, and takes some tenths of a second of work to raise them again.
void warmUp(BothSides &sides) {
  for (double worked = 0; worked < kWarmUp;) {
    const auto start = std::chrono::steady_clock::now();
    sides.launch();
    sides.launchPeer();
    worked += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
}

void compareKernels(benchmark::State &state, const std::string &name) {
  const client::Device *device = vulkanDevice();
  if (!device) {
    state.SkipWithError("no Vulkan device was found");
    return;
  }
  const VulkanCase work = makeVulkanCase(name, device->type == UR_DEVICE_TYPE_GPU);
  BothSides sides(*device, work);
  sides.verify();
  const bool isGpu = device->type == UR_DEVICE_TYPE_GPU;
  if (isGpu)
    warmUp(sides);
  const size_t count = isGpu ? kLaunchesInARow : kLaunchesInARowOnCpu;
  runPaired(state, "vulkan/" + name, fastestOf(count, [&] { return sides.launch(); }),
            "GLSL on " + device->name, fastestOf(count, [&] { return sides.launchPeer(); }),
            {work.work, work.unit});
}

void launchEmpty(benchmark::State &state) {
  const client::Device *device = vulkanDevice();
  if (!device) {
    state.SkipWithError("no Vulkan device was found");
    return;
  }
  Kernels kernels(*device);
  client::KernelHandle kernel = kernels.get("empty");
  client::QueueHandle queue; // a queue without profiling, which the session's queue has
  check(urQueueCreate(kernels.session.context.get(), device->handle, nullptr, queue.out()),
        "Making a queue", device->adapter);
  RawVulkan vulkan(kernels.session);
  const GlslKernel peer(vulkan, "empty", {}, {}, {1, 1, 1});
  const auto launch = [&] {
    const size_t global = 1;
    client::EventHandle event;
    check(ursaEnqueueKernelLaunch(queue.get(), kernel.get(), 1, nullptr, &global, &global, 0,
                                  nullptr, 0, nullptr, event.out()),
          "Launching a kernel", device->adapter);
    const ur_event_handle_t launched = event.get();
    check(urEventWait(1, &launched), "Waiting for a kernel", device->adapter);
  };
  const auto launchPeer = [&] {
    vulkan.submit([&](VkCommandBuffer commands) { peer.record(commands); });
  };
  launch();
  launchPeer();
  runPaired(
      state, "vulkan/launch_empty", [&] { return medianOfRow(kEmptyLaunchesInARow, launch); },
      "Vulkan on " + device->name, [&] { return medianOfRow(kEmptyLaunchesInARow, launchPeer); });
}
BENCHMARK(launchEmpty)
    ->Name("vulkan/launch_empty")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(100);

[[maybe_unused]] const bool registered = [] {
  for (const std::string &name : vulkanCaseNames())
    benchmark::RegisterBenchmark(("vulkan/" + name).c_str(), compareKernels, name)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(25);
  return true;
}();

} // namespace
} // namespace ursa::bench
