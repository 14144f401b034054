// Host tasks on the fake driver as one that runs unordered queues in order.
#pragma once

#include "opencl/fixture.h"

#include <CL/cl_icd.h>

#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ursa {

inline constexpr ur_queue_flags_t kUnordered = UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
inline constexpr int kManyPolls = 1000;

class OpenclHostTasks : public OpenclFaults {
protected:
  using Gate = std::promise<void>;

  ~OpenclHostTasks() override {
    if (!adapter_)
      return;
    for (ur_event_handle_t event : events_)
      EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
    releaseAll();
    closeAdapter();
    EXPECT_EQ(driver_.objects, 0);
  }

  void start(ur_queue_flags_t flags = kUnordered,
             const char *extensions = "cl_nv_device_attribute_query") {
    driver_.extensions = extensions;
    driver_.ordersQueues = true;
    ASSERT_EQ(devices(), 1u);
    ASSERT_EQ(urContextCreate(1, &device_, nullptr, &context_), UR_RESULT_SUCCESS) << lastError();
    queue_ = makeQueue(flags);
    ASSERT_EQ(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_),
              UR_RESULT_SUCCESS);
    fill(0, {}, nullptr, 64);
    finish();
    driver_.calls.clear();
  }
  ur_queue_handle_t makeQueue(ur_queue_flags_t flags) {
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
    ur_queue_handle_t queue = nullptr;
    EXPECT_EQ(urQueueCreate(context_, device_, &properties, &queue), UR_RESULT_SUCCESS)
        << lastError();
    return queue;
  }
  ur_event_handle_t keep(ur_event_handle_t event) {
    const std::lock_guard guard(mutex_);
    return events_.emplace_back(event);
  }
  static const ur_event_handle_t *listOf(const std::vector<ur_event_handle_t> &waits) {
    return waits.empty() ? nullptr : waits.data();
  }
  ur_event_handle_t task(std::function<void()> function,
                         const std::vector<ur_event_handle_t> &waits = {},
                         ur_queue_handle_t queue = nullptr) {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(urEnqueueHostTaskExp(
                  queue ? queue : queue_,
                  [](void *data) {
                    const std::unique_ptr<std::function<void()>> called(
                        static_cast<std::function<void()> *>(data));
                    (*called)();
                  },
                  new std::function<void()>(std::move(function)), nullptr,
                  static_cast<uint32_t>(waits.size()), listOf(waits), &event),
              UR_RESULT_SUCCESS)
        << lastError();
    return keep(event);
  }
  ur_event_handle_t close(Gate &gate, ur_queue_handle_t queue = nullptr) {
    return task([&gate] { gate.get_future().wait(); }, {}, queue);
  }
  /// Fills the buffer with a number.
  ur_event_handle_t fill(int number, const std::vector<ur_event_handle_t> &waits = {},
                         ur_queue_handle_t queue = nullptr, size_t size = 4, size_t at = 0) {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(urEnqueueMemBufferFill(queue ? queue : queue_, buffer_, &number, sizeof(number), at,
                                     size, static_cast<uint32_t>(waits.size()), listOf(waits),
                                     &event),
              UR_RESULT_SUCCESS)
        << lastError();
    return keep(event);
  }
  ur_event_handle_t read(int &to, const std::vector<ur_event_handle_t> &waits,
                         bool blocking = false, size_t at = 0) {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(urEnqueueMemBufferRead(queue_, buffer_, blocking, at, sizeof(to), &to,
                                     static_cast<uint32_t>(waits.size()), listOf(waits), &event),
              UR_RESULT_SUCCESS)
        << lastError();
    return keep(event);
  }
  ur_event_handle_t join(const std::vector<ur_event_handle_t> &waits) {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(
        urEnqueueEventsWait(queue_, static_cast<uint32_t>(waits.size()), listOf(waits), &event),
        UR_RESULT_SUCCESS)
        << lastError();
    return keep(event);
  }
  ur_event_handle_t barrier(const std::vector<ur_event_handle_t> &waits = {}) {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(urEnqueueEventsWaitWithBarrier(queue_, static_cast<uint32_t>(waits.size()),
                                             listOf(waits), &event),
              UR_RESULT_SUCCESS)
        << lastError();
    return keep(event);
  }
  void wait(ur_event_handle_t event) {
    EXPECT_EQ(urEventWait(1, &event), UR_RESULT_SUCCESS) << lastError();
  }
  static ur_event_status_t statusOf(ur_event_handle_t event) {
    auto status = UR_EVENT_STATUS_ERROR;
    EXPECT_EQ(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr),
              UR_RESULT_SUCCESS);
    return status;
  }
  static void expectHeld(ur_event_handle_t event) {
    for (int i = 0; i < kManyPolls; ++i) {
      ASSERT_NE(statusOf(event), UR_EVENT_STATUS_COMPLETE) << i;
      std::this_thread::yield();
    }
  }
  bool isEmpty() {
    ur_bool_t answer = false;
    EXPECT_EQ(urQueueGetInfo(queue_, UR_QUEUE_INFO_EMPTY, sizeof(answer), &answer, nullptr),
              UR_RESULT_SUCCESS);
    return answer;
  }
  void finish() { ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS) << lastError(); }
  /// The functions of the driver that an object is of.
  template <class Handle> static const cl_icd_dispatch &entries(Handle object) {
    return **reinterpret_cast<const cl_icd_dispatch *const *>(object);
  }
  cl_event userEvent() {
    ur_native_handle_t native = 0;
    EXPECT_EQ(urContextGetNativeHandle(context_, &native), UR_RESULT_SUCCESS);
    const auto context = reinterpret_cast<cl_context>(native);
    cl_int code = CL_SUCCESS;
    cl_event event = entries(context).clCreateUserEvent(context, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    return event;
  }
  int madeQueues() {
    const std::lock_guard guard(driver_.mutex);
    return driver_.calls["clCreateCommandQueueWithProperties"];
  }

  std::list<Gate> gates_; ///< of tasks that nobody waits for before the adapter ends
  std::mutex mutex_;      ///< guards the member below
  std::vector<ur_event_handle_t> events_;
};

} // namespace ursa
