// Captures with what graphs do not have, calls in the wrong order, driver calls that fail, and
// native commands.
#include "cuda/capture_fixture.h"

extern "C" ursa::cuda::CUresult cuMemsetD32Async(ursa::cuda::CUdeviceptr, unsigned, size_t,
                                                 ursa::cuda::CUstream);
extern "C" ursa::cuda::CUresult cuCtxSetCurrent(ursa::cuda::CUcontext);

namespace ursa {
namespace {

using ::testing::HasSubstr;

TEST_F(CudaCapture, EventsInsideAGraphAreForTheGraphOnly) {
  start(UR_QUEUE_FLAG_PROFILING_ENABLE);
  begin();
  ur_event_handle_t inside = step(queue_, values_, 0);
  end();
  const auto info = [&](ur_event_info_t query) {
    size_t bytes[4] = {};
    return urEventGetInfo(inside, query, sizeof(bytes), bytes, nullptr);
  };
  EXPECT_OK(info(UR_EVENT_INFO_CONTEXT));
  EXPECT_OK(info(UR_EVENT_INFO_COMMAND_TYPE));
  EXPECT_OK(info(UR_EVENT_INFO_REFERENCE_COUNT));
  uint64_t time = 0;
  ur_native_handle_t native = 0;
  ur_event_handle_t unchanged = nullptr;
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, true, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  instantiate();
  const std::pair<const char *, ur_result_t> results[] = {
      {"status", info(UR_EVENT_INFO_COMMAND_EXECUTION_STATUS)},
      {"queue", info(UR_EVENT_INFO_COMMAND_QUEUE)},
      {"time", urEventGetProfilingInfo(inside, UR_PROFILING_INFO_COMMAND_END, sizeof(time), &time,
                                       nullptr)},
      {"wait", urEventWait(1, &inside)},
      {"callback", urEventSetCallback(
                       inside, UR_EXECUTION_INFO_COMPLETE,
                       [](ur_event_handle_t, ur_execution_info_t, void *) {}, nullptr)},
      {"native", urEventGetNativeHandle(inside, &native)},
      {"launch", tryStep(queue_, values_, 0, {inside}, &unchanged)},
      {"command buffer", urEnqueueCommandBufferExp(queue_, buffer, 1, &inside, &unchanged)},
      {"graph", urEnqueueGraphExp(queue_, executable_, 1, &inside, &unchanged)},
      {"barrier", urEnqueueEventsWaitWithBarrier(other_, 1, &inside, &unchanged)}};
  for (const auto &[call, result] : results)
    EXPECT_EQ(result, UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT) << call;
  EXPECT_THAT(lastError(), HasSubstr("The event is inside a graph"));
  EXPECT_EQ(unchanged, nullptr);
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
}

TEST_F(CudaCapture, WhatGraphsDoNotHaveIsRefused) {
  start();
  begin();
  step(queue_, values_, 0);
  end();
  instantiate();
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, true, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  void *mapped = nullptr;
  void *memory = nullptr;
  ur_event_handle_t event = nullptr;
  ur_native_handle_t native = 0;
  int value = 0;
  begin();
  const std::pair<const char *, ur_result_t> results[] = {
      {"copy", copy(&value, values_, 4, /*blocking=*/true)},
      {"read", urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4, &value, 0, nullptr, &event)},
      {"map", urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_READ, 0, 64, 0, nullptr,
                                    &event, &mapped)},
      {"timestamp", urEnqueueTimestampRecordingExp(queue_, false, 0, nullptr, &event)},
      {"allocation",
       urEnqueueUSMDeviceAllocExp(queue_, nullptr, 64, nullptr, 0, nullptr, &memory, &event)},
      {"free", urEnqueueUSMFreeExp(queue_, nullptr, values_, 0, nullptr, &event)},
      {"command buffer", urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, &event)},
      {"graph", urEnqueueGraphExp(queue_, executable_, 0, nullptr, &event)},
      {"native handle", urQueueGetNativeHandle(queue_, nullptr, &native)}};
  for (const auto &[call, result] : results)
    EXPECT_EQ(result, UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED) << call;
  EXPECT_EQ(event, nullptr);
  EXPECT_EQ(mapped, nullptr);
  EXPECT_EQ(memory, nullptr);
  ur_exp_graph_handle_t second = nullptr;
  ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &second));
  bool isEmpty = false;
  EXPECT_OK(urGraphIsEmptyExp(second, &isEmpty));
  EXPECT_TRUE(isEmpty);
  EXPECT_OK(urGraphDestroyExp(second));
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
}

TEST_F(CudaCapture, CallsInTheWrongOrder) {
  start();
  ur_exp_graph_handle_t ended = nullptr;
  ur_exp_executable_graph_handle_t made = nullptr;
  EXPECT_EQ(urQueueEndGraphCaptureExp(queue_, &ended), UR_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING);
  EXPECT_EQ(urQueueGetGraphExp(queue_, &ended), UR_RESULT_ERROR_INVALID_OPERATION);
  ASSERT_OK(urGraphCreateExp(context_, &graph_));
  EXPECT_EQ(urGraphInstantiateGraphExp(graph_, &made), UR_RESULT_ERROR_INVALID_ARGUMENT);
  ASSERT_OK(urQueueBeginCaptureIntoGraphExp(queue_, graph_));
  EXPECT_EQ(urQueueBeginGraphCaptureExp(queue_), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(urQueueBeginCaptureIntoGraphExp(other_, graph_), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(urGraphInstantiateGraphExp(graph_, &made), UR_RESULT_ERROR_INVALID_OPERATION);
  ur_event_handle_t fork = step(queue_, values_, 0);
  ur_event_handle_t there = step(other_, values_, 1, {fork});
  EXPECT_EQ(urQueueEndGraphCaptureExp(other_, &ended), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(urQueueEndGraphCaptureExp(queue_, &ended), UR_RESULT_ERROR_GRAPH_UNJOINED_FORKS);
  step(queue_, values_, 2, {there});
  ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &ended));
  EXPECT_EQ(ended, graph_);
  EXPECT_EQ(urQueueBeginCaptureIntoGraphExp(queue_, graph_), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
  instantiate();
  execute();
  finish();
  EXPECT_EQ(*values_, 3);

  ur_context_handle_t otherContext = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &otherContext));
  ur_queue_handle_t stranger = nullptr;
  ASSERT_OK(urQueueCreate(otherContext, device_, nullptr, &stranger));
  EXPECT_EQ(urQueueBeginCaptureIntoGraphExp(stranger, graph_), UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(urEnqueueGraphExp(stranger, executable_, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_OK(urQueueRelease(stranger));
  EXPECT_OK(urContextRelease(otherContext));
}

// The application sees nothing but the time when the driver makes no graph.
TEST_F(CudaCapture, WithoutGraphsCommandsAreGivenOneByOne) {
  start();
  begin();
  step(queue_, values_, 0);
  step(queue_, values_, 1);
  end();
  for (const char *function :
       {"cuStreamBeginCapture", "cuStreamEndCapture", "cuStreamGetCaptureInfo",
        "cuGraphInstantiateWithFlags", "cuLaunchKernel"}) {
    SCOPED_TRACE(function);
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    instantiate();
    driver_.fail("");
    *values_ = 0;
    execute();
    finish();
    EXPECT_EQ(*values_, 2);
    EXPECT_THAT(logged_, HasSubstr("A part of a captured graph is no graph: " +
                                   std::string(function) + " failed"));
    release(urGraphExecutableGraphDestroyExp, executable_);
  }
  EXPECT_EQ(calls("cuGraphLaunch"), 0);
}

// A failed execution changes nothing that a later one needs.
TEST_F(CudaCapture, EveryCallOfAnExecutionMayFail) {
  start(UR_QUEUE_FLAG_PROFILING_ENABLE);
  begin();
  step(queue_, values_, 0);
  step(queue_, values_, 1);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
  step(queue_, values_, 2);
  end();
  instantiate();
  const auto executeWithEvent = [&] {
    *values_ = 0;
    ur_event_handle_t event = nullptr;
    ur_event_handle_t waited = step(other_, values_ + 1, 0);
    const ur_result_t result = urEnqueueGraphExp(queue_, executable_, 1, &waited, &event);
    EXPECT_EQ(event != nullptr, result == UR_RESULT_SUCCESS);
    if (event) {
      EXPECT_OK(urEventWait(1, &event)) << lastError();
      EXPECT_EQ(*values_, 3);
      EXPECT_OK(urEventRelease(event));
    }
    return result;
  };
  ASSERT_OK(executeWithEvent()) << lastError();
  for (const char *function : {"cuGraphLaunch", "cuLaunchKernel", "cuLaunchHostFunc",
                               "cuStreamWaitValue32", "cuEventRecord"}) {
    ur_event_handle_t event = nullptr;
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(urEnqueueGraphExp(queue_, executable_, 0, nullptr, &event),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
        << function;
    EXPECT_THAT(lastError(), HasSubstr(std::string(function) + " failed"));
    EXPECT_EQ(event, nullptr);
    driver_.fail("");
    finish();
    EXPECT_OK(executeWithEvent()) << function << ": " << lastError();
  }
}

// Such a driver has no waits for a word: host tasks run on its own thread.
TEST_F(CudaCapture, TheOldestDriverIsEnough) {
  driver_.version = 11040;
  start();
  begin();
  step(queue_, values_, 0);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *data) { ++*static_cast<int *>(data); }, values_, nullptr, 0, nullptr,
      nullptr));
  step(queue_, values_, 2);
  end();
  instantiate();
  for (int i = 0; i < 2; ++i) {
    *values_ = 0;
    execute();
    finish();
    EXPECT_EQ(*values_, 3);
  }
}

TEST_F(CudaCapture, AFailedUnmapKeepsTheMapping) {
  start();
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  void *mapped = nullptr;
  ASSERT_OK(urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_WRITE_INVALIDATE_REGION, 0, 64,
                                  0, nullptr, nullptr, &mapped));
  begin();
  ur_event_handle_t inside = step(queue_, values_, 0);
  end();
  EXPECT_EQ(urEnqueueMemUnmap(queue_, buffer_, mapped, 1, &inside, nullptr),
            UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT);
  static_cast<int *>(mapped)[3] = 9;
  EXPECT_OK(urEnqueueMemUnmap(queue_, buffer_, mapped, 0, nullptr, nullptr));
  int value = 0;
  EXPECT_OK(urEnqueueMemBufferRead(queue_, buffer_, true, 12, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(value, 9);
}

// The work that a native command submits to the driver is captured, too.
struct CudaNativeCapture : CudaCapture {
  static void fill(ur_queue_handle_t queue, void *data) {
    auto &test = *static_cast<CudaNativeCapture *>(data);
    ur_native_handle_t context = 0;
    ur_native_handle_t stream = 0;
    ASSERT_OK(urContextGetNativeHandle(test.context_, &context));
    ASSERT_OK(urQueueGetNativeHandle(queue, nullptr, &stream));
    ASSERT_EQ(cuCtxSetCurrent(reinterpret_cast<cuda::CUcontext>(context)), cuda::CUDA_SUCCESS);
    ASSERT_EQ(cuMemsetD32Async(reinterpret_cast<cuda::CUdeviceptr>(test.values_), 5, 4,
                               reinterpret_cast<cuda::CUstream>(stream)),
              cuda::CUDA_SUCCESS);
  }
  ur_result_t enqueueFill() {
    return urEnqueueNativeCommandExp(queue_, fill, this, 0, nullptr, nullptr, 0, nullptr, nullptr);
  }
};

TEST_F(CudaNativeCapture, NativeCommandsArePartsOfTheGraph) {
  start();
  begin();
  step(queue_, values_ + 1, 0);
  step(queue_, values_ + 1, 1);
  ASSERT_OK(enqueueFill()) << lastError();
  step(queue_, values_, 5);
  step(queue_, values_, 6);
  end();
  EXPECT_EQ(values_[3], 0);
  instantiate();
  for (int i = 0; i < 2; ++i) {
    std::fill_n(values_, 64, 0);
    execute();
    finish();
    EXPECT_EQ(values_[0], 7);
    EXPECT_EQ(values_[1], 5);
    EXPECT_EQ(values_[3], 5);
  }
  EXPECT_EQ(calls("cuMemsetD32Async"), 1);
  EXPECT_EQ(calls("cuGraphLaunch"), 2);
}

TEST_F(CudaNativeCapture, EveryCallMayFail) {
  start();
  for (const char *function :
       {"cuStreamCreateWithPriority", "cuStreamBeginCapture", "cuStreamGetCaptureInfo",
        "cuStreamEndCapture", "cuGraphInstantiateWithFlags"}) {
    begin();
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(enqueueFill(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    EXPECT_THAT(lastError(), HasSubstr(std::string(function) + " failed"));
    driver_.fail("");
    end();
    bool isEmpty = false;
    EXPECT_OK(urGraphIsEmptyExp(graph_, &isEmpty));
    EXPECT_TRUE(isEmpty) << function;
    release(urGraphDestroyExp, graph_);
  }
  finish();
  EXPECT_EQ(values_[0], 0);
}

} // namespace
} // namespace ursa
