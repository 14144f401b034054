// Twenty threads create, retain, release and launch on one context at the same time, with all
// layers enabled.

#include "integration/layered_host.h"

#include <thread>

namespace ursa {
namespace {

constexpr int kThreads = 20;
constexpr int kRounds = 10;
constexpr size_t kItems = 64;

ur_exp_kernel_arg_properties_t argument(ur_exp_kernel_arg_type_t type, uint32_t index, size_t size,
                                        const void *value) {
  ur_exp_kernel_arg_properties_t result{};
  result.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  result.type = type;
  result.index = index;
  result.size = size;
  result.value.value = value;
  return result;
}

/// The work of one thread. Only the device, the context and the kernel are shared.
void work(LayeredHost &host, ur_kernel_handle_t kernel) {
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_OK(urContextRetain(host.context));
    ASSERT_OK(urKernelRetain(kernel));
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                           UR_QUEUE_FLAG_PROFILING_ENABLE};
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(host.context, host.device, &properties, &queue));
    void *memory[2] = {};
    for (void *&each : memory) {
      ASSERT_OK(urUSMSharedAlloc(host.context, host.device, nullptr, nullptr,
                                 kItems * sizeof(float), &each));
      std::fill_n(static_cast<float *>(each), kItems, 1.0f);
    }
    const float factor = 2;
    const ur_exp_kernel_arg_properties_t arguments[] = {
        argument(UR_EXP_KERNEL_ARG_TYPE_VALUE, 0, sizeof(factor), &factor),
        argument(UR_EXP_KERNEL_ARG_TYPE_POINTER, 1, sizeof(void *), memory[0]),
        argument(UR_EXP_KERNEL_ARG_TYPE_POINTER, 2, sizeof(void *), memory[1])};
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &kItems, nullptr, 3,
                                               arguments, nullptr, 0, nullptr, &event));
    ASSERT_OK(urEventRetain(event));
    ASSERT_OK(urEventWait(1, &event));
    ASSERT_OK(urEventRelease(event));
    ASSERT_OK(urEventRelease(event));
    EXPECT_EQ(static_cast<float *>(memory[1])[kItems - 1], 3.0f);
    for (void *each : memory)
      ASSERT_OK(urUSMFree(host.context, each));
    ASSERT_OK(urQueueRelease(queue));
    ASSERT_OK(urKernelRelease(kernel));
    ASSERT_OK(urContextRelease(host.context));
  }
}

void workInThreads(const char *layers) {
  LayeredHost host(layers);
  const ur_kernel_handle_t kernel = host.kernel();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] { work(host, kernel); });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(HostThreads, WithoutLayers) { workInThreads(nullptr); }

TEST(HostThreads, WithEveryLayer) {
  const std::string trace = testing::TempDir() + "ursa-threads-trace.json";
  const ScopedVariable variable("URSA_TRACE_FILE", trace);
  workInThreads("UR_LAYER_FULL_VALIDATION;UR_LAYER_TRACING");
  EXPECT_EQ(std::remove(trace.c_str()), 0);
}

} // namespace
} // namespace ursa
