// What the driver does not have yet because it waits for a host task: native handles, memory,
// times, errors.
#include "cuda/host_tasks_fixture.h"

#include <future>

extern "C" ursa::cuda::CUresult cuEventQuery(ursa::cuda::CUevent);
extern "C" ursa::cuda::CUresult cuLaunchHostFunc(ursa::cuda::CUstream, ursa::cuda::CUhostFn,
                                                 void *);
extern "C" ursa::cuda::CUresult cuStreamQuery(ursa::cuda::CUstream);
extern "C" ursa::cuda::CUresult cuStreamSynchronize(ursa::cuda::CUstream);
extern "C" ursa::cuda::CUresult cuStreamWaitEvent(ursa::cuda::CUstream, ursa::cuda::CUevent,
                                                  unsigned);

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaHeldCommands : CudaHostTasks {};

// The application's stream waits for a command that the driver does not have yet.
TEST_F(CudaHeldCommands, NativeEventsOfHeldCommands) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  const ur_event_handle_t held = step(values_, 0, {first});
  cuda::CUstream stream = nullptr;
  ur_queue_handle_t queue = nullptr;
  makeQueueOnStream(&stream, &queue);
  for (ur_event_handle_t event : {first, held}) {
    ur_native_handle_t native = 0;
    ASSERT_OK(urEventGetNativeHandle(event, &native)) << lastError();
    ur_native_handle_t again = 0;
    EXPECT_OK(urEventGetNativeHandle(event, &again));
    EXPECT_EQ(native, again);
    EXPECT_EQ(cuStreamWaitEvent(stream, reinterpret_cast<cuda::CUevent>(native), 0),
              cuda::CUDA_SUCCESS);
  }
  for (int i = 0; i < kManyPolls; ++i) {
    ASSERT_EQ(cuStreamQuery(stream), cuda::CUDA_ERROR_NOT_READY);
    std::this_thread::yield();
  }
  closed.open();
  EXPECT_EQ(cuStreamSynchronize(stream), cuda::CUDA_SUCCESS);
  EXPECT_EQ(*values_, 1);
  for (ur_event_handle_t event : {first, held}) { // after the command, too
    wait(event);
    ur_native_handle_t native = 0;
    ASSERT_OK(urEventGetNativeHandle(event, &native)) << lastError();
    EXPECT_EQ(cuEventQuery(reinterpret_cast<cuda::CUevent>(native)), cuda::CUDA_SUCCESS);
  }
  for (ur_event_handle_t event : {task([] {}), step(values_, 1, {held})}) {
    wait(event);
    ur_native_handle_t native = 0;
    ASSERT_OK(urEventGetNativeHandle(event, &native)) << lastError();
    EXPECT_EQ(cuEventQuery(reinterpret_cast<cuda::CUevent>(native)), cuda::CUDA_SUCCESS);
  }
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
}

TEST_F(CudaHeldCommands, NativeCommandsWait) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t held = step(values_, 0, {gate(closed)});
  static cuda::CUstream stream;
  ur_event_handle_t native = nullptr;
  ASSERT_OK(urEnqueueNativeCommandExp(
      queue_,
      [](ur_queue_handle_t queue, void *) {
        ur_native_handle_t handle = 0;
        EXPECT_EQ(urQueueGetNativeHandle(queue, nullptr, &handle), UR_RESULT_SUCCESS);
        stream = reinterpret_cast<cuda::CUstream>(handle);
      },
      nullptr, 0, nullptr, nullptr, 1, &held, &native))
      << lastError();
  keep(native);
  for (int i = 0; i < kManyPolls; ++i) {
    ASSERT_EQ(cuStreamQuery(stream), cuda::CUDA_ERROR_NOT_READY);
    std::this_thread::yield();
  }
  EXPECT_NE(statusOf(native), UR_EVENT_STATUS_COMPLETE);
  closed.open();
  wait(native);
  EXPECT_EQ(*values_, 1);
}

TEST_F(CudaHeldCommands, HeldCommandsKeepTheirMemory) {
  start();
  ASSERT_OK(makeKernel("step"));
  makeBuffer(size_t{1} << 20);
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory));
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  const int seven = 7;
  EXPECT_OK(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 64, 1, &first, nullptr));
  EXPECT_OK(
      urEnqueueMemBufferFill(queue_, buffer_, &seven, sizeof(seven), 0, 16, 1, &first, nullptr));
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_OK(urMemRelease(std::exchange(buffer_, nullptr)));
  wait(step(values_, 0, {}));
  EXPECT_EQ(calls("cuMemFree"), 0);
  closed.open();
  finish();
  EXPECT_OK(urEnqueueEventsWait(queue_, 0, nullptr, nullptr));
  finish();
  EXPECT_EQ(calls("cuMemFree"), 2);
}

TEST_F(CudaHeldCommands, TimesAreInOrder) {
  start(kOutOfOrder | UR_QUEUE_FLAG_PROFILING_ENABLE);
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t first = step(values_, 0, {});
  const ur_event_handle_t second = task([&] { closed.opened.wait(); }, {first});
  const ur_event_handle_t third = step(values_, 1, {second});
  const ur_event_handle_t fourth = join({third});
  uint64_t none = 0;
  EXPECT_EQ(urEventGetProfilingInfo(third, UR_PROFILING_INFO_COMMAND_END, 8, &none, nullptr),
            UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
  closed.open();
  wait(fourth);
  uint64_t before = 0;
  for (ur_event_handle_t event : {first, second, third}) {
    std::array<uint64_t, 4> times{};
    const std::array queries = {UR_PROFILING_INFO_COMMAND_QUEUED, UR_PROFILING_INFO_COMMAND_SUBMIT,
                                UR_PROFILING_INFO_COMMAND_START, UR_PROFILING_INFO_COMMAND_END};
    for (size_t i = 0; i < times.size(); ++i)
      EXPECT_OK(urEventGetProfilingInfo(event, queries[i], 8, &times[i], nullptr)) << lastError();
    EXPECT_LE(times[0], times[1]);
    EXPECT_LE(times[1], times[2]);
    EXPECT_LT(times[2], times[3]);
    EXPECT_LE(before, times[2]);
    before = times[3];
  }
}

TEST_F(CudaHeldCommands, ReleasedQueuesSubmitWhatTheyHoldBack) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t held = step(values_, 0, {gate(closed)});
  EXPECT_OK(urQueueRelease(std::exchange(queue_, nullptr)));
  expectHeld(held);
  closed.open();
  wait(held);
  EXPECT_EQ(*values_, 1);
}

TEST_F(CudaHeldCommands, CallbacksComeAfterHeldCommands) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t held = step(values_, 0, {gate(closed)});
  struct Seen {
    int *value;
    std::promise<int> promise;
  } seen{values_, {}};
  ASSERT_OK(urEventSetCallback(
      held, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t, ur_execution_info_t, void *data) {
        auto &to = *static_cast<Seen *>(data);
        to.promise.set_value(*to.value);
      },
      &seen));
  closed.open();
  EXPECT_EQ(seen.promise.get_future().get(), 1);
}

TEST_F(CudaHeldCommands, SharedEventsAreSignalledAfterTasks) {
  start();
  ASSERT_OK(makeKernel("step"));
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr,
                                        UR_EXP_EVENT_FLAG_IPC_EXP};
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &event_));
  Gate closed;
  step(values_, 0, {gate(closed)});
  ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &event_)) << lastError();
  expectHeld(event_);
  closed.open();
  wait(event_);
  EXPECT_EQ(*values_, 1);
  finish();
}

// An error of the driver is the event's when the call has returned.
TEST_F(CudaHeldCommands, CommandsThatTheDriverDoesNotTake) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  const ur_event_handle_t held = step(values_, 0, {first});
  const ur_event_handle_t behind = join({held});
  const ur_event_handle_t other = join({first});
  driver_.fail("cuLaunchKernel", cuda::CUDA_ERROR_NOT_SUPPORTED);
  closed.open();
  EXPECT_EQ(urEventWait(1, &held), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("cuLaunchKernel failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
  EXPECT_EQ(urEventWait(1, &behind), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  wait(other);
  driver_.fail("");
  EXPECT_EQ(statusOf(held), UR_EVENT_STATUS_ERROR);
  EXPECT_EQ(statusOf(behind), UR_EVENT_STATUS_ERROR);
  EXPECT_EQ(urEnqueueEventsWait(queue_, 1, &held, nullptr), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ur_native_handle_t native = 0;
  EXPECT_EQ(urEventGetNativeHandle(held, &native), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  finish();
  wait(step(values_, 0, {other}));
  EXPECT_EQ(*values_, 1);
}

// A task that waits for a kernel does not begin when that kernel fails.
TEST_F(CudaHeldCommands, NothingWaitsInALostContext) {
  start();
  ASSERT_OK(makeKernel("fault"));
  ur_kernel_handle_t fault = std::exchange(kernel_, nullptr);
  ASSERT_OK(makeKernel("step"));
  Gate closed; // of the application's stream
  ur_native_handle_t stream = 0;
  ASSERT_OK(urQueueGetNativeHandle(queue_, nullptr, &stream));
  ASSERT_EQ(cuLaunchHostFunc(
                reinterpret_cast<cuda::CUstream>(stream),
                [](void *data) { static_cast<Gate *>(data)->opened.wait(); }, &closed),
            cuda::CUDA_SUCCESS);
  const size_t one = 1;
  ur_event_handle_t failed = nullptr;
  ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, fault, 1, nullptr, &one, nullptr, 0, nullptr,
                                             nullptr, 0, nullptr, &failed));
  keep(failed);
  bool hasRun = false;
  const ur_event_handle_t never = task([&] { hasRun = true; }, {failed});
  const ur_event_handle_t held = step(values_, 0, {never});
  const ur_event_handle_t behind = join({held});
  auto waits = std::async(std::launch::async, [&] { return urEventWait(1, &behind); });
  closed.open();
  EXPECT_EQ(waits.get(), UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(urEventWait(1, &held), UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(statusOf(behind), UR_EVENT_STATUS_ERROR);
  EXPECT_FALSE(hasRun);
  for (ur_event_handle_t event : std::exchange(events_, {}))
    EXPECT_OK(urEventRelease(event));
  EXPECT_OK(urKernelRelease(fault));
  EXPECT_OK(urUSMFree(context_, std::exchange(values_, nullptr)));
  uint32_t references = 0;
  EXPECT_OK(urQueueGetInfo(queue_, UR_QUEUE_INFO_REFERENCE_COUNT, sizeof(references), &references,
                           nullptr));
  EXPECT_EQ(references, 1u); // nothing keeps it
  releaseAll();
  leftObjects_ = driver_.objects - 1; // all but the primary context ended with it
}

} // namespace
} // namespace ursa
