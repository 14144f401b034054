// Tests that the workers of the host device stop and start again: the adapter stops them when its
// last reference is released.
#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <string>

namespace ursa {
namespace {

// The commands of a graph are linked before the first one starts the workers, so that a worker may
// submit a successor while the pool still starts. Stopping the pool must not wait for such a worker
// under a lock that the worker needs.
TEST(HostRestart, WorkersThatEnqueueWhileThePoolStarts) {
  const ScopedVariable adapters("UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0");
  ASSERT_OK(urLoaderInit(0, nullptr));
  for (int round = 0; round < 300; ++round) {
    ur_adapter_handle_t adapter = nullptr;
    ur_platform_handle_t platform = nullptr;
    ur_device_handle_t device = nullptr;
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    void *memory = nullptr;
    ASSERT_OK(urAdapterGet(1, &adapter, nullptr));
    ASSERT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
    ASSERT_OK(urContextCreate(1, &device, nullptr, &context));
    ASSERT_OK(urQueueCreate(context, device, nullptr, &queue));
    constexpr int kCommands = 30;
    ASSERT_OK(urUSMSharedAlloc(context, device, nullptr, nullptr, kCommands, &memory));
    ASSERT_OK(urQueueBeginGraphCaptureExp(queue));
    for (int i = 0; i < kCommands; ++i)
      ASSERT_OK(
          urEnqueueUSMFill(queue, static_cast<char *>(memory) + i, 1, &i, 1, 0, nullptr, nullptr));
    ur_exp_graph_handle_t graph = nullptr;
    ur_exp_executable_graph_handle_t executable = nullptr;
    ASSERT_OK(urQueueEndGraphCaptureExp(queue, &graph));
    ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable));
    ASSERT_OK(urEnqueueGraphExp(queue, executable, 0, nullptr, nullptr));
    ASSERT_OK(urQueueFinish(queue));
    for (int i = 0; i < kCommands; ++i)
      ASSERT_EQ(static_cast<char *>(memory)[i], i);
    ASSERT_OK(urGraphExecutableGraphDestroyExp(executable));
    ASSERT_OK(urGraphDestroyExp(graph));
    ASSERT_OK(urUSMFree(context, memory));
    ASSERT_OK(urQueueRelease(queue));
    ASSERT_OK(urContextRelease(context));
    ASSERT_OK(urAdapterRelease(adapter));
  }
  ASSERT_OK(urLoaderTearDown());
}

} // namespace
} // namespace ursa
