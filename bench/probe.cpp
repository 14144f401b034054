// ursa-bench-probe: measurements that are possible only once per process, or that need a process
// without other libraries. Links only the loader, because other libraries would load dependencies
// in advance.
//
//   ursa-bench-probe init ADAPTER...    urLoaderInit and urAdapterGet with these adapters, and dlopen of them alone
//   ursa-bench-probe launch ADAPTER...  a launch through the loader, and by the first one's table
//   ursa-bench-probe first ADAPTER IMAGE
//                                       the first result of bench/constant.cl with another value
//
// Prints the times of Ursa and of the peer in seconds; first: the time of the steady clock when it
// had the result.
#include "ur_ddi.h"
#include "ursa.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "ursa-bench-probe: %s\n", what);
  std::_Exit(1);
}

template <class Operation> double secondsOf(Operation &&operation) {
  const auto start = Clock::now();
  operation();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void useAdapters(int count, char **files) {
  std::string list;
  for (int i = 0; i < count; ++i)
    list += (i ? "," : "") + std::string(files[i]);
  setenv("UR_ADAPTERS_FORCE_LOAD", list.c_str(), 1);
}

void initialize(int count) {
  uint32_t loaded = 0;
  if (urLoaderInit(0, nullptr) != UR_RESULT_SUCCESS ||
      urAdapterGet(0, nullptr, &loaded) != UR_RESULT_SUCCESS ||
      loaded != static_cast<uint32_t>(count))
    fail("the adapters cannot all be used");
}

double openAlone(int count, char **files) {
  return secondsOf([&] {
    for (int i = 0; i < count; ++i)
      if (!dlopen(files[i], RTLD_LAZY | RTLD_LOCAL))
        fail(dlerror());
  });
}

/// Runs @p measure in a child process, because it can run only once per process.
template <class Measure> double inChild(Measure &&measure) {
  int ends[2];
  if (pipe(ends) != 0)
    fail("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const double seconds = measure();
    const bool written = write(ends[1], &seconds, sizeof(seconds)) == sizeof(seconds);
    std::_Exit(written ? 0 : 1);
  }
  double seconds = 0;
  if (child < 0 || read(ends[0], &seconds, sizeof(seconds)) != sizeof(seconds))
    fail("the child process measured nothing");
  waitpid(child, nullptr, 0);
  return seconds;
}

void measureInit(int count, char **files) {
  const double peer = inChild([&] { return openAlone(count, files); });
  const double ours = secondsOf([] {
    uint32_t found = 0;
    if (urLoaderInit(0, nullptr) == UR_RESULT_SUCCESS)
      urAdapterGet(0, nullptr, &found);
  });
  initialize(count);
  std::printf("%.9g %.9g\n", ours, peer);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(),
                   std::next(values.begin(), static_cast<std::ptrdiff_t>(values.size() / 2)),
                   values.end());
  return values[values.size() / 2];
}

void measureLaunch(int count) {
  constexpr size_t kCallsInARow = 2000;
  constexpr size_t kRounds = 51;
  initialize(count);
  std::vector<ur_adapter_handle_t> adapters(count);
  if (urAdapterGet(count, adapters.data(), nullptr) != UR_RESULT_SUCCESS)
    fail("urAdapterGet failed");
  const auto tableOf = [](const void *handle) -> const ur_dditable_t & {
    return **static_cast<const ur_dditable_t *const *>(handle);
  };
  ur_queue_handle_t queue = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  tableOf(adapters[0]).Queue.pfnCreate(nullptr, nullptr, nullptr, &queue);
  tableOf(adapters[0]).Kernel.pfnCreate(nullptr, nullptr, &kernel);
  const size_t global = 1;
  const ur_exp_kernel_arg_properties_t argument = {};
  const auto throughLoader = [&] {
    for (size_t i = 0; i < kCallsInARow; ++i)
      urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &global, nullptr, 1, &argument,
                                       nullptr, 0, nullptr, nullptr);
  };
  const auto direct = [&] {
    for (size_t i = 0; i < kCallsInARow; ++i)
      tableOf(queue).EnqueueExp.pfnKernelLaunchWithArgsExp(
          queue, kernel, 1, nullptr, &global, nullptr, 1, &argument, nullptr, 0, nullptr, nullptr);
  };
  std::vector<double> ours;
  std::vector<double> peer;
  for (size_t round = 0; round < kRounds; ++round) {
    ours.push_back(secondsOf(throughLoader) / kCallsInARow);
    peer.push_back(secondsOf(direct) / kCallsInARow);
  }
  std::printf("%.9g %.9g\n", median(ours), median(peer));
}

void require(ur_result_t result) {
  if (result != UR_RESULT_SUCCESS) {
    const char *message = nullptr;
    ursaGetLastError(&message);
    fail(message ? message : "a call failed");
  }
}

void measureFirst(const char *image) {
  constexpr int kValue = 7;
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ursa_images_handle_t images = nullptr;
  ursa_bundle_handle_t bundle = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  void *out = nullptr;
  require(urLoaderInit(0, nullptr));
  require(urAdapterGet(1, &adapter, nullptr));
  require(urPlatformGet(adapter, 1, &platform, nullptr));
  require(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
  require(urContextCreate(1, &device, nullptr, &context));
  require(urQueueCreate(context, device, nullptr, &queue));
  require(urUSMHostAlloc(context, nullptr, nullptr, sizeof(int), &out));
  require(ursaImagesLoad(image, &images));
  require(ursaBundleCreate(context, 1, &device, images, URSA_SPECIALIZATION_MODE_NATIVE, &bundle));
  require(ursaBundleSetSpecializationConstant(bundle, "value", sizeof(kValue), &kValue));
  require(ursaBundleBuild(bundle, nullptr));
  require(ursaBundleGetKernel(bundle, device, "write_value", &kernel));
  const size_t global = 1;
  const ursa_kernel_arg_t argument = {UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), out};
  require(ursaEnqueueKernelLaunch(queue, kernel, 1, nullptr, &global, nullptr, 1, &argument, 0,
                                  nullptr, nullptr));
  require(urQueueFinish(queue));
  const std::chrono::duration<double> end = Clock::now().time_since_epoch();
  if (*static_cast<const int *>(out) != kValue)
    fail("the kernel wrote another value");
  std::printf("%.9f\n", end.count());
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    fail("a measurement and adapters are needed");
  const int count = argc - 2;
  const std::string_view what = argv[1];
  useAdapters(what == "first" ? 1 : count, argv + 2);
  if (what == "first" && count == 2)
    measureFirst(argv[3]);
  else if (what == "init")
    measureInit(count, argv + 2);
  else if (what == "launch")
    measureLaunch(count);
  else
    fail("no such measurement");
  std::fflush(stdout);
  std::_Exit(0); // skips the exit of the adapters' threads, which is not measured
}
