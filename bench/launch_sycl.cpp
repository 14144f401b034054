// launch_sycl: queue::parallel_for of SYCL with an in-order queue; the peer is the same launch
// through UR.
#include "bench/paired.h"
#include "bench/settings.h"
#include "bench/sycl/launches.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"

namespace ursa::bench {
namespace {

using client::check;

constexpr size_t kLaunchesInARow = 1000;
constexpr double kMostRatio = 1.2;

/// The kernel of the SYCL library.
class UrLaunches {
public:
  explicit UrLaunches(const client::Device &device)
      : session_(device), memory_(session_, sizeof(float)) {
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, nullptr,
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Making a bundle");
    check(ursaBundleBuild(bundle_.get(),
                          fmt::format("--ursa-kernels={}", SyclLaunches::kernelName()).c_str()),
          "Building a kernel");
    check(ursaBundleGetKernel(bundle_.get(), nullptr, SyclLaunches::kernelName(), kernel_.out()),
          "Getting a kernel");
    const ur_queue_properties_t inOrder{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
    check(urQueueCreate(session_.context.get(), session_.device.handle, &inOrder, queue_.out()),
          "Making a queue");
  }

  void launch(size_t count) {
    const size_t global = 1;
    for (size_t i = 0; i < count; ++i) {
      ur_exp_kernel_arg_properties_t argument{UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES,
                                              nullptr,
                                              UR_EXP_KERNEL_ARG_TYPE_POINTER,
                                              0,
                                              sizeof(void *),
                                              {}};
      argument.value.pointer = memory_.argument().value;
      client::EventHandle event;
      check(urEnqueueKernelLaunchWithArgsExp(queue_.get(), kernel_.get(), 1, nullptr, &global,
                                             nullptr, 1, &argument, nullptr, 0, nullptr,
                                             event.out()),
            "Launching a kernel");
    }
    check(urQueueFinish(queue_.get()), "Waiting for kernels");
  }

private:
  client::Session session_;
  client::DeviceMemory memory_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
  client::QueueHandle queue_;
};

void launchSycl(benchmark::State &state) {
  const client::Device &device = devices().select(settings().device);
  if (device.adapterName != "cuda" && device.adapterName != "host") {
    state.SkipWithError("the devices of this benchmark are host:0 and cuda:0");
    return;
  }
  SyclLaunches ours(device.adapterName == "cuda");
  ours.launch(1);
  UrLaunches peer(device);
  Subject subject;
  subject.name = "launch_sycl";
  subject.title = "SYCL queue::parallel_for, in order, of UR's launch";
  subject.goal = {Goal::Ratio, kMostRatio};
  runAgainst(state, subject,
             [&] { return perThing(kLaunchesInARow, [&] { ours.launch(kLaunchesInARow); }); },
             {{"the same kernel by urEnqueueKernelLaunchWithArgsExp on " + device.name,
               [&] { return perThing(kLaunchesInARow, [&] { peer.launch(kLaunchesInARow); }); }}});
}
BENCHMARK(launchSycl)
    ->Name("launch_sycl")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);

} // namespace
} // namespace ursa::bench
