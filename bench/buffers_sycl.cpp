// buffers/NAME: kernels of SYCL over buffers; the peer is the same kernel over memory of the device
// through UR.
#include "bench/paired.h"
#include "bench/settings.h"
#include "bench/sycl/works.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"

#include <cstring>

namespace ursa::bench {
namespace {

using client::check;

constexpr size_t kLaunches = 10; // of a pair, without a wait between them
constexpr double kLeastShare = 0.97;
constexpr double kMostSeconds = 10;

/// The kernel of a work over memory of its own.
class UrWork {
public:
  UrWork(const client::Device &device, SyclWorks &works, const std::vector<float> &contents)
      : session_(device), in_(session_, works.sizes().in * sizeof(float)),
        out_(session_, works.sizes().out * sizeof(float)),
        launch_(works.launchOver(pointerTo(in_), pointerTo(out_))) {
    const auto bytes = std::as_bytes(std::span(contents));
    in_.upload(bytes.first(in_.size()));
    out_.upload(bytes.subspan(in_.size()));
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, nullptr,
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Making a bundle");
    check(ursaBundleBuild(bundle_.get(), fmt::format("--ursa-kernels={}", launch_.kernel).c_str()),
          "Building a kernel");
    check(ursaBundleGetKernel(bundle_.get(), nullptr, launch_.kernel.c_str(), kernel_.out()),
          "Getting a kernel");
    const ur_queue_properties_t inOrder{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
    check(urQueueCreate(session_.context.get(), session_.device.handle, &inOrder, queue_.out()),
          "Making a queue");
    readArguments();
  }

  void run(size_t times) {
    for (size_t i = 0; i < times; ++i)
      check(urEnqueueKernelLaunchWithArgsExp(queue_.get(), kernel_.get(), launch_.dimensions,
                                             nullptr, launch_.global, launch_.local,
                                             static_cast<uint32_t>(arguments_.size()),
                                             arguments_.data(), nullptr, 0, nullptr, nullptr),
            "Launching a kernel");
    check(urQueueFinish(queue_.get()), "Waiting for kernels");
  }

  std::vector<float> contents() const {
    std::vector<float> all((in_.size() + out_.size()) / sizeof(float));
    const auto bytes = std::as_writable_bytes(std::span(all));
    in_.download(bytes.first(in_.size()));
    out_.download(bytes.subspan(in_.size()));
    return all;
  }

private:
  static float *pointerTo(const client::DeviceMemory &memory) {
    return static_cast<float *>(const_cast<void *>(memory.argument().value));
  }

  void readArguments() {
    uint32_t count = 0;
    check(
        ursaBundleGetKernelArgs(bundle_.get(), nullptr, launch_.kernel.c_str(), 0, nullptr, &count),
        "Counting the arguments of a kernel");
    std::vector<ursa_kernel_arg_info_t> infos(count);
    check(ursaBundleGetKernelArgs(bundle_.get(), nullptr, launch_.kernel.c_str(), count,
                                  infos.data(), nullptr),
          "Describing the arguments of a kernel");
    for (uint32_t i = 0; i < count; ++i) {
      auto &argument = arguments_.emplace_back();
      argument = {UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES,
                  nullptr,
                  UR_EXP_KERNEL_ARG_TYPE_VALUE,
                  i,
                  infos[i].size,
                  {}};
      const std::byte *const member = launch_.object.data() + infos[i].offset;
      if (infos[i].kind == URSA_KERNEL_ARG_KIND_LOCAL) {
        argument.type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
        argument.size = launch_.localBytes;
      } else if (infos[i].kind == URSA_KERNEL_ARG_KIND_POINTER) {
        argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
        std::memcpy(&argument.value.pointer, member, sizeof(void *));
      } else {
        argument.value.value = member;
      }
    }
  }

  client::Session session_;
  client::DeviceMemory in_;
  client::DeviceMemory out_;
  WorkLaunch launch_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
  client::QueueHandle queue_;
  std::vector<ur_exp_kernel_arg_properties_t> arguments_;
};

void buffers(benchmark::State &state, SyclWork work, const char *name, const char *unit) {
  const client::Device &device = devices().select(settings().device);
  if (device.adapterName != "cuda" && device.adapterName != "host") {
    state.SkipWithError("the devices of this benchmark are host:0 and cuda:0");
    return;
  }
  SyclWorks ours(work, device.adapterName == "cuda", settings().isTiny);
  UrWork peer(device, ours, ours.contents());
  ours.run(1);
  peer.run(1);
  if (ours.contents() != peer.contents()) {
    state.SkipWithError("the results of both sides differ");
    return;
  }
  Subject subject;
  subject.name = fmt::format("buffers/{}", name);
  subject.title = fmt::format("{} through buffers of SYCL, of its rate through UR", name);
  subject.goal = {Goal::Share, kLeastShare};
  subject.work = {ours.amount(), unit};
  subject.mostSeconds = kMostSeconds;
  runAgainst(state, subject, [&] { return perThing(kLaunches, [&] { ours.run(kLaunches); }); },
             {{"the same kernel by urEnqueueKernelLaunchWithArgsExp on " + device.name,
               [&] { return perThing(kLaunches, [&] { peer.run(kLaunches); }); }}});
}

#define URSA_BUFFERS(NAME, WORK, UNIT)                                                             \
  BENCHMARK_CAPTURE(buffers, NAME, SyclWork::WORK, #NAME, UNIT)                                    \
      ->Name("buffers/" #NAME)                                                                     \
      ->UseManualTime()                                                                            \
      ->Unit(benchmark::kMicrosecond)                                                              \
      ->Iterations(40)
URSA_BUFFERS(saxpy, Saxpy, "GB/s");
URSA_BUFFERS(gemm, Gemm, "GFLOP/s");
URSA_BUFFERS(nbody, Nbody, "GFLOP/s");
URSA_BUFFERS(reduction, Reduction, "GB/s");
URSA_BUFFERS(stencil, Stencil, "GB/s");

} // namespace
} // namespace ursa::bench
