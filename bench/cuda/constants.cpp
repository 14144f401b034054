// cuda/new_values, cuda/convolution_*: constants of the demo's convolution on a CUDA device. The
// time from new values to the first result: native (LLVM and the driver compile), of values whose
// code is in the disk cache, and tiered; and the rate of the kernel with native constants beside
// the one with emulated ones.
#include "bench/cuda/sides.h"
#include "bench/paired.h"
#include "bench/settings.h"
#include "client/check.h"
#include "client/device_memory.h"
#include "client/failure.h"
#include "client/files.h"

#include <chrono>
#include <cstdlib>
#include <vector>

namespace ursa::bench {
namespace {

using client::check;

struct Coefficients {
  float m[7][7];
};

constexpr int kRadius = 2;
constexpr size_t kLast = 2 * size_t{kRadius}; // index of the last coefficient of a row
constexpr size_t kGroup = 16;                 // by 16 work-items

constexpr size_t kSmall = 256; // pixels of a side, of which the kernel takes no time
size_t large() { return settings().isTiny ? 64 : 4096; }

/// The kernel on a square picture.
class Convolution {
public:
  /// @param side pixels of a side
  Convolution(const client::Device &device, ursa_specialization_mode_t mode, size_t side)
      : session_(device), side_(side), in_(session_, 4 * side * side),
        out_(session_, 4 * side * side) {
    const auto path =
        client::executableFolder().parent_path() / "share/ursa/bench/cuda/convolution.ursa";
    client::ImagesHandle images;
    check(ursaImagesLoad(path.c_str(), images.out()), "Loading a benchmark's kernel");
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, images.get(), mode,
                           bundle_.out()),
          "Making a bundle");
    const int radius = kRadius;
    check(ursaBundleSetSpecializationConstant(bundle_.get(), "radius", sizeof(radius), &radius),
          "Setting a constant");
    std::vector<std::byte> pixels(in_.size());
    for (size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = static_cast<std::byte>(i * 2654435761u >> 24);
    in_.upload(pixels);
    specialize(0);
    launch();
    finish();
  }

  /// Builds with coefficients that depend on a number.
  void specialize(uint32_t number) {
    Coefficients coefficients{};
    for (size_t y = 0; y <= kLast; ++y)
      for (size_t x = 0; x <= kLast; ++x)
        coefficients.m[y][x] = static_cast<float>(x + 5 * y + 1) / 325;
    coefficients.m[0][0] +=
        static_cast<float>(number) / 4294967296.0f; // visible in every pixel's sum
    coefficients.m[kLast][kLast] += static_cast<float>(number % 1024) / 1048576;
    check(ursaBundleSetSpecializationConstant(bundle_.get(), "coefficients", sizeof(coefficients),
                                              &coefficients),
          "Setting a constant");
    check(ursaBundleBuild(bundle_.get(), nullptr), "Building a kernel", session_.device.adapter);
    check(ursaBundleGetKernel(bundle_.get(), nullptr, "convolve", kernel_.out()),
          "Getting a kernel", session_.device.adapter);
  }

  void launch() {
    const size_t global[] = {side_, side_};
    const size_t local[] = {kGroup, kGroup};
    const int extent = static_cast<int>(side_);
    const ursa_kernel_arg_t value = {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(extent), &extent};
    const ursa_kernel_arg_t arguments[] = {in_.argument(), out_.argument(), value, value};
    check(ursaEnqueueKernelLaunch(session_.queue.get(), kernel_.get(), 2, nullptr, global, local, 4,
                                  arguments, 0, nullptr, nullptr),
          "Launching a kernel", session_.device.adapter);
  }
  void finish() {
    check(urQueueFinish(session_.queue.get()), "Waiting for a kernel", session_.device.adapter);
  }
  void finishBuilds() {
    check(ursaBundleFinishBuilds(bundle_.get()), "Waiting for builds", session_.device.adapter);
  }
  std::vector<std::byte> result() {
    std::vector<std::byte> pixels(out_.size());
    out_.download(pixels);
    return pixels;
  }

private:
  client::Session session_;
  const size_t side_;
  client::DeviceMemory in_;
  client::DeviceMemory out_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
};

const client::Device *deviceOf(benchmark::State &state) {
  const client::Device *const device = cudaDevice();
  if (!device)
    state.SkipWithError("no CUDA device was found");
  return device;
}

/// Numbers that no earlier run has used.
uint32_t newNumber() {
  static auto number = static_cast<uint32_t>(std::chrono::system_clock::now().time_since_epoch() /
                                             std::chrono::milliseconds(1) * 64);
  return ++number;
}

struct Variant {
  const char *name;
  const char *title;
  ursa_specialization_mode_t mode;
  bool isStored; ///< another program has built the values
  double most;   ///< seconds
};

void newValues(benchmark::State &state, const Variant &variant) {
  const client::Device *const device = deviceOf(state);
  if (!device)
    return;
  Convolution measured(*device, variant.mode, kSmall);
  const TimedOperation run = [&] {
    const uint32_t number = newNumber();
    if (variant.isStored)
      Convolution(*device, variant.mode, kSmall).specialize(number);
    const double seconds = perThing(1, [&] {
      measured.specialize(number);
      measured.launch();
      measured.finish();
    });
    measured.finishBuilds();
    return seconds;
  };
  if (variant.isStored)
    setenv("URSA_CACHE", "1", 1); // in the folder of this run
  run();
  Subject subject;
  subject.name = std::string("cuda/new_values/") + variant.name;
  subject.title = variant.title;
  subject.goal = {Goal::Seconds, variant.most};
  runAgainst(state, subject, run, {{"on " + device->name, {}}});
  setenv("URSA_CACHE", "0", 1);
}

void nativeOverEmulated(benchmark::State &state) {
  const client::Device *const device = deviceOf(state);
  if (!device)
    return;
  Convolution native(*device, URSA_SPECIALIZATION_MODE_NATIVE, large());
  Convolution emulated(*device, URSA_SPECIALIZATION_MODE_EMULATED, large());
  constexpr size_t kTimes = 10;
  const auto timed = [](Convolution &convolution) {
    return [&convolution] {
      return perThing(kTimes, [&] {
        for (size_t i = 0; i < kTimes; ++i)
          convolution.launch();
        convolution.finish();
      });
    };
  };
  Subject subject;
  subject.name = "cuda/convolution_constants";
  subject.title = "convolution 5 x 5, native constants over emulated ones";
  subject.goal = {Goal::Share, 1.2};
  subject.work = {static_cast<double>(large() * large()), "Gpixel/s"};
  runAgainst(state, subject, timed(native), {{"emulated on " + device->name, timed(emulated)}});
  const auto ours = native.result(), theirs = emulated.result();
  for (size_t i = 0; i < ours.size(); ++i) // the order of sums may differ
    if (std::abs(static_cast<int>(ours[i]) - static_cast<int>(theirs[i])) > 1)
      client::fail("Native code wrote {} as byte {}; emulated code wrote {}.",
                   static_cast<int>(ours[i]), i, static_cast<int>(theirs[i]));
}

constexpr Variant kVariants[] = {
    {"native", "new values to first result, native", URSA_SPECIALIZATION_MODE_NATIVE, false, 60e-3},
    {"stored", "values in the disk cache to first result, native", URSA_SPECIALIZATION_MODE_NATIVE,
     true, 5e-3},
    {"tiered", "new values to first result, tiered", URSA_SPECIALIZATION_MODE_TIERED, false,
     0.2e-3},
};

[[maybe_unused]] const bool registered = [] {
  for (const Variant &variant : kVariants)
    benchmark::RegisterBenchmark((std::string("cuda/new_values/") + variant.name).c_str(),
                                 newValues, variant)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(25);
  benchmark::RegisterBenchmark("cuda/convolution_constants", nativeOverEmulated)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->Iterations(40);
  return true;
}();

} // namespace
} // namespace ursa::bench
