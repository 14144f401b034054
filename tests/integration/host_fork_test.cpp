// A child process that is forked while other threads run inside the loader, its intercepts and its
// layers, whether they hold locks or not, gets errors and does not hang.

#include "integration/layered_host.h"

#include <atomic>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa {
namespace {

/// Calls the loader in every way that a child process may.
bool isRefusedEverywhere(LayeredHost &host, ur_kernel_handle_t kernel,
                         ur_program_handle_t program) {
  const size_t size = 1;
  ur_loader_config_handle_t config = nullptr;
  ur_queue_handle_t queue = nullptr;
  ur_kernel_handle_t out = nullptr;
  uint32_t count = 0;
  const ur_result_t results[] = {
      urLoaderConfigCreate(&config),
      urLoaderInit(0, nullptr),
      urAdapterGet(0, nullptr, &count),
      urDeviceGetSelected(host.platform, UR_DEVICE_TYPE_ALL, 0, nullptr, &count),
      urContextRetain(host.context),
      urQueueCreate(host.context, host.device, nullptr, &queue),
      urProgramRetain(program),
      urKernelCreate(program, "saxpy", &out),
      urKernelRelease(kernel),
      urEnqueueKernelLaunchWithArgsExp(host.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                                       nullptr, 0, nullptr, nullptr),
      urQueueFinish(host.queue),
      urContextRetain(nullptr),
      urLoaderTearDown()};
  for (const ur_result_t result : results)
    if (result != UR_RESULT_ERROR_UNINITIALIZED)
      return false;
  return true;
}

void forkWhileThreadsWork(const char *layers) {
  LayeredHost host(layers);
  const ur_program_handle_t program = host.program();
  const ur_kernel_handle_t kernel = host.kernel();
  std::atomic<bool> stop{false};
  const auto repeat = [&stop](auto work) {
    return std::thread([&stop, work] {
      while (!stop)
        work();
    });
  };
  std::thread threads[] = {repeat([&] { // locks of the layers and the intercepts
                             EXPECT_OK(urKernelRetain(kernel));
                             EXPECT_OK(urProgramRetain(program));
                             EXPECT_OK(urProgramRelease(program));
                             EXPECT_OK(urKernelRelease(kernel));
                           }),
                           repeat([&] { // locks of bounds checking
                             void *memory = nullptr;
                             EXPECT_OK(urUSMHostAlloc(host.context, nullptr, nullptr, 64, &memory));
                             EXPECT_OK(urUSMFree(host.context, memory));
                           }),
                           repeat([] { // locks of the loader and the registry
                             uint32_t count = 0;
                             EXPECT_OK(urLoaderInit(0, nullptr));
                             EXPECT_OK(urAdapterGet(0, nullptr, &count));
                             EXPECT_OK(urLoaderTearDown());
                           }),
                           repeat([] { // locks of the configs
                             ur_loader_config_handle_t config = nullptr;
                             EXPECT_OK(urLoaderConfigCreate(&config));
                             EXPECT_OK(urLoaderConfigRelease(config));
                           })};
  for (int round = 0; round < 50; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60); // ends a child that hangs
      _exit(isRefusedEverywhere(host, kernel, program) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

TEST(HostFork, WithoutLayers) { forkWhileThreadsWork(nullptr); }

TEST(HostFork, WithEveryLayer) {
  const std::string trace = testing::TempDir() + "ursa-fork-trace.json";
  const ScopedVariable variable("URSA_TRACE_FILE", trace);
  forkWhileThreadsWork("UR_LAYER_FULL_VALIDATION;UR_LAYER_TRACING");
  EXPECT_EQ(std::remove(trace.c_str()), 0);
}

} // namespace
} // namespace ursa
