// Host tasks of queues out of order, and commands that wait for them.
#pragma once

#include "cuda/commands_fixture.h"

#include <array>
#include <functional>
#include <mutex>
#include <thread>

namespace ursa {

inline constexpr ur_queue_flags_t kOutOfOrder = UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
inline constexpr int kManyPolls = 1000;

struct CudaHostTasks : CudaCommands {
  ~CudaHostTasks() override {
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    if (values_) {
      EXPECT_OK(urUSMFree(context_, values_));
    }
  }

  void start(ur_queue_flags_t flags = kOutOfOrder) {
    open(flags);
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64 * sizeof(int),
                               reinterpret_cast<void **>(&values_)));
    std::fill_n(values_, 64, 0);
  }
  ur_event_handle_t keep(ur_event_handle_t event) {
    const std::lock_guard guard(mutex_);
    return events_.emplace_back(event);
  }
  ur_event_handle_t task(std::function<void()> function,
                         const std::vector<ur_event_handle_t> &waits = {},
                         ur_queue_handle_t queue = nullptr) {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueHostTaskExp(
        queue ? queue : queue_,
        [](void *data) {
          const std::unique_ptr<std::function<void()>> called(
              static_cast<std::function<void()> *>(data));
          (*called)();
        },
        new std::function<void()>(std::move(function)), nullptr,
        static_cast<uint32_t>(waits.size()), waits.empty() ? nullptr : waits.data(), &event))
        << lastError();
    return keep(event);
  }
  ur_event_handle_t gate(Gate &gate, ur_queue_handle_t queue = nullptr) {
    return task([&gate] { gate.opened.wait(); }, {}, queue);
  }
  /// Enqueues "if (*value == expected) ++*value".
  ur_event_handle_t step(int *value, int expected, const std::vector<ur_event_handle_t> &waits,
                         ur_queue_handle_t queue = nullptr) {
    const std::array arguments = {pointerArgument(0, value), valueArgument(1, expected)};
    const size_t one = 1;
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(
        queue ? queue : queue_, kernel_, 1, nullptr, &one, &one, 2, arguments.data(), nullptr,
        static_cast<uint32_t>(waits.size()), waits.empty() ? nullptr : waits.data(), &event))
        << lastError();
    return keep(event);
  }
  ur_event_handle_t join(const std::vector<ur_event_handle_t> &waits) {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(
        urEnqueueEventsWait(queue_, static_cast<uint32_t>(waits.size()), waits.data(), &event))
        << lastError();
    return keep(event);
  }
  ur_event_handle_t barrier(const std::vector<ur_event_handle_t> &waits = {}) {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueEventsWaitWithBarrier(queue_, static_cast<uint32_t>(waits.size()),
                                             waits.empty() ? nullptr : waits.data(), &event))
        << lastError();
    return keep(event);
  }
  void wait(ur_event_handle_t event) { EXPECT_OK(urEventWait(1, &event)) << lastError(); }
  static ur_event_status_t statusOf(ur_event_handle_t event) {
    auto status = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status;
  }
  static void expectHeld(ur_event_handle_t event) {
    for (int i = 0; i < kManyPolls; ++i) {
      ASSERT_NE(statusOf(event), UR_EVENT_STATUS_COMPLETE) << i;
      std::this_thread::yield();
    }
  }
  ur_queue_handle_t anotherQueue(ur_queue_flags_t flags = 0) {
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
    ur_queue_handle_t queue = nullptr;
    EXPECT_OK(urQueueCreate(context_, device_, &properties, &queue));
    return queue;
  }
  void finish() { ASSERT_OK(urQueueFinish(queue_)) << lastError(); }
  int calls(const char *function) {
    const std::lock_guard guard(driver_.mutex);
    return driver_.calls[function];
  }

  int *values_ = nullptr;
  std::mutex mutex_; ///< guards the member below
  std::vector<ur_event_handle_t> events_;
};

} // namespace ursa
