// Captures queues into graphs on the fake driver.
#pragma once

#include "cuda/fixture.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ursa {

struct CudaCapture : CudaTest {
  ~CudaCapture() override { releaseCapture(); }

  void releaseCapture() {
    release(urGraphExecutableGraphDestroyExp, executable_);
    release(urGraphDestroyExp, graph_);
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    events_.clear();
    release(urQueueRelease, other_);
    if (values_) {
      EXPECT_OK(urUSMFree(context_, values_));
    }
    values_ = nullptr;
  }

  template <class Handle> static void release(ur_result_t (*function)(Handle), Handle &handle) {
    if (handle) {
      EXPECT_OK(function(handle));
    }
    handle = nullptr;
  }

  void start(ur_queue_flags_t flags = 0, ur_queue_flags_t otherFlags = 0) {
    open(flags);
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, otherFlags};
    ASSERT_OK(urQueueCreate(context_, device_, &properties, &other_));
    ASSERT_OK(makeKernel("step")) << lastError();
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64 * sizeof(int),
                               reinterpret_cast<void **>(&values_)));
    std::fill_n(values_, 64, 0);
    driver_.calls.clear();
  }
  void begin() { ASSERT_OK(urQueueBeginGraphCaptureExp(queue_)) << lastError(); }
  void end() { ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &graph_)) << lastError(); }
  void instantiate() { ASSERT_OK(urGraphInstantiateGraphExp(graph_, &executable_)) << lastError(); }
  void execute(ur_queue_handle_t queue = nullptr) {
    ASSERT_OK(urEnqueueGraphExp(queue ? queue : queue_, executable_, 0, nullptr, nullptr))
        << lastError();
  }
  void finish() { ASSERT_OK(urQueueFinish(queue_)) << lastError(); }
  /// Enqueues "if (*value == expected) ++*value".
  ur_result_t tryStep(ur_queue_handle_t queue, int *value, int expected,
                      const std::vector<ur_event_handle_t> &waits, ur_event_handle_t *event) {
    const std::array arguments = {pointerArgument(0, value), valueArgument(1, expected)};
    const size_t one = 1;
    return urEnqueueKernelLaunchWithArgsExp(
        queue, kernel_, 1, nullptr, &one, &one, 2, arguments.data(), nullptr,
        static_cast<uint32_t>(waits.size()), waits.empty() ? nullptr : waits.data(), event);
  }
  ur_event_handle_t step(ur_queue_handle_t queue, int *value, int expected,
                         const std::vector<ur_event_handle_t> &waits = {}) {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(tryStep(queue, value, expected, waits, &event)) << lastError();
    return events_.emplace_back(event);
  }
  ur_result_t copy(void *to, const void *from, size_t size, bool blocking = false) {
    return urEnqueueUSMMemcpy(queue_, blocking, to, from, size, 0, nullptr, nullptr);
  }
  int calls(const char *function) {
    const std::lock_guard guard(driver_.mutex);
    return driver_.calls[function];
  }

  int *values_ = nullptr;
  ur_queue_handle_t other_ = nullptr;
  ur_exp_graph_handle_t graph_ = nullptr;
  ur_exp_executable_graph_handle_t executable_ = nullptr;
  std::vector<ur_event_handle_t> events_;
};

} // namespace ursa
