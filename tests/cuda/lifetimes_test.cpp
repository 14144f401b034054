// Queries, waits and releases while commands run, in unusual orders.
#include "cuda/commands_fixture.h"

#include <array>
#include <chrono>
#include <thread>

extern "C" ursa::cuda::CUresult cuEventQuery(ursa::cuda::CUevent);
extern "C" ursa::cuda::CUresult cuLaunchHostFunc(ursa::cuda::CUstream, ursa::cuda::CUhostFn,
                                                 void *);
extern "C" ursa::cuda::CUresult cuStreamBeginCapture_v2(ursa::cuda::CUstream,
                                                        ursa::cuda::CUstreamCaptureMode);
extern "C" ursa::cuda::CUresult cuStreamEndCapture(ursa::cuda::CUstream, ursa::cuda::CUgraph *);
extern "C" ursa::cuda::CUresult cuStreamQuery(ursa::cuda::CUstream);
extern "C" ursa::cuda::CUresult cuGraphDestroy(ursa::cuda::CUgraph);

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaLifetimes : CudaCommands {
  ur_result_t fill(ur_queue_handle_t queue, ur_event_handle_t *event = nullptr) {
    const int seven = 7;
    return urEnqueueMemBufferFill(queue, buffer_, &seven, sizeof(seven), 0, 16, 0, nullptr, event);
  }
  static ur_event_status_t statusOf(ur_event_handle_t event) {
    auto status = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status;
  }
  /// Lets a CUDA stream wait, as commands of the application do.
  static void closeStream(Gate &gate, cuda::CUstream stream) {
    ASSERT_EQ(cuLaunchHostFunc(
                  stream, [](void *data) { static_cast<Gate *>(data)->opened.wait(); }, &gate),
              cuda::CUDA_SUCCESS);
  }
  cuda::CUstream streamOf(ur_queue_handle_t queue) {
    ur_native_handle_t native = 0;
    EXPECT_OK(urQueueGetNativeHandle(queue, nullptr, &native));
    return reinterpret_cast<cuda::CUstream>(native);
  }
  ur_queue_handle_t anotherQueue(ur_device_handle_t device) {
    ur_queue_handle_t queue = nullptr;
    EXPECT_OK(urQueueCreate(context_, device, nullptr, &queue));
    return queue;
  }
  ur_usm_pool_handle_t makePool(ur_usm_pool_flags_t flags, size_t largest) {
    ur_usm_pool_limits_desc_t limits{UR_STRUCTURE_TYPE_USM_POOL_LIMITS_DESC, nullptr, largest, 0};
    ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, &limits, flags};
    ur_usm_pool_handle_t pool = nullptr;
    EXPECT_OK(urUSMPoolCreate(context_, &description, &pool));
    return pool;
  }
};

// The adapter asks an application's stream for nothing after its queue is gone.
TEST_F(CudaLifetimes, StreamsOfTheApplicationMayEndAfterTheirQueue) {
  open();
  makeBuffer(16);
  enum class Release { Before, While, After };
  for (const Release order : {Release::Before, Release::While, Release::After})
    for (const bool hasEvent : {false, true}) {
      SCOPED_TRACE(static_cast<int>(order) * 2 + static_cast<int>(hasEvent));
      cuda::CUstream stream = nullptr;
      ur_queue_handle_t queue = nullptr;
      makeQueueOnStream(&stream, &queue);
      ur_event_handle_t event = nullptr;
      Gate &gate = gates_.emplace_back();
      close(gate, queue);
      ASSERT_OK(fill(queue, hasEvent ? &event : nullptr));
      if (order == Release::Before) {
        gate.open();
        EXPECT_OK(urQueueFinish(queue));
      }
      EXPECT_OK(urQueueRelease(queue));
      if (order == Release::While)
        gate.open();
      EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS); // its commands still run
      if (order == Release::After)
        gate.open();
      void *memory = nullptr;
      ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1 << 20, &memory));
      EXPECT_OK(urUSMFree(context_, memory));
      if (hasEvent) {
        EXPECT_OK(urEventWait(1, &event));
        EXPECT_EQ(read<int>(4), std::vector<int>(4, 7));
        EXPECT_OK(urEventRelease(event));
      }
      EXPECT_OK(urQueueFinish(queue_));
    }
}

TEST_F(CudaLifetimes, AQueueWhoseStreamMayHaveEndedTakesNoCommands) {
  open();
  makeBuffer(16);
  cuda::CUstream stream = nullptr;
  ur_queue_handle_t queue = nullptr;
  makeQueueOnStream(&stream, &queue);
  EXPECT_OK(urQueueRetain(queue));
  EXPECT_OK(urQueueRelease(queue));
  ur_event_handle_t event = nullptr;
  EXPECT_OK(fill(queue, &event));
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
  EXPECT_EQ(fill(queue), UR_RESULT_ERROR_INVALID_QUEUE); // the event keeps it
  EXPECT_THAT(lastError(), HasSubstr("released: it takes no more commands"));
  EXPECT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
}

// A queue on the same stream goes on, whatever is done with a queue that is known from an event.
TEST_F(CudaLifetimes, QueuesOfEventsDoNotEndTheStreamOfOthers) {
  open();
  makeBuffer(16);
  cuda::CUstream stream = nullptr;
  ur_queue_handle_t first = nullptr;
  makeQueueOnStream(&stream, &first);
  ur_queue_handle_t second = nullptr;
  ASSERT_OK(urQueueCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(stream), context_,
                                          device_, nullptr, &second));
  ASSERT_OK(fill(first, &event_));
  EXPECT_OK(urQueueRelease(first));
  ur_queue_handle_t known = nullptr;
  ASSERT_OK(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_QUEUE, sizeof(known), &known, nullptr));
  EXPECT_OK(urQueueRetain(known));
  EXPECT_OK(urQueueRelease(known));
  EXPECT_OK(fill(second)) << lastError();
  EXPECT_OK(urQueueFinish(second));
  EXPECT_OK(urQueueRelease(second));
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
}

// Their native handle is made when somebody asks for it.
TEST_F(CudaLifetimes, NativeEventsDoNotWaitForLaterCommands) {
  open();
  makeBuffer(16);
  ASSERT_OK(fill(queue_, &event_));
  ASSERT_OK(urQueueFinish(queue_));
  Gate gate;
  close(gate, queue_);
  ur_native_handle_t native = 0;
  ASSERT_OK(urEventGetNativeHandle(event_, &native));
  EXPECT_EQ(cuEventQuery(reinterpret_cast<cuda::CUevent>(native)), cuda::CUDA_SUCCESS);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
}

TEST_F(CudaLifetimes, EventsDoNotWaitForCommandsOfTheApplication) {
  open();
  makeBuffer(16);
  ur_event_handle_t later = nullptr;
  ASSERT_OK(fill(queue_, &event_));
  cuda::CUstream const stream = streamOf(queue_);
  ASSERT_OK(fill(queue_, &later));
  Gate gate;
  closeStream(gate, stream);
  for (ur_event_handle_t event : {event_, later}) {
    auto waits = std::async(std::launch::async, [event] { return urEventWait(1, &event); });
    const bool hasEnded = waits.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    EXPECT_TRUE(hasEnded);
    if (!hasEnded)
      gate.open();
    EXPECT_OK(waits.get());
    if (!hasEnded)
      break;
  }
  EXPECT_EQ(statusOf(later), UR_EVENT_STATUS_COMPLETE);
  EXPECT_OK(urEventRelease(later));
  if (!::testing::Test::HasFailure())
    gate.open();
  EXPECT_OK(urQueueFinish(queue_));
}

// The adapter must not ask such a stream for anything: that would end the capture.
TEST_F(CudaLifetimes, CapturesOfTheApplicationGoOn) {
  open();
  makeBuffer(size_t{1} << 20);
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory));
  ASSERT_OK(fill(queue_, &event_));
  cuda::CUstream const stream = streamOf(queue_);
  ASSERT_EQ(cuStreamBeginCapture_v2(stream, cuda::CU_STREAM_CAPTURE_MODE_RELAXED),
            cuda::CUDA_SUCCESS);
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_OK(urMemRelease(std::exchange(buffer_, nullptr)));
  EXPECT_EQ(driver_.calls["cuMemFree"], 0); // what was before the capture may use it
  uint32_t references = 0;
  EXPECT_OK(urQueueGetInfo(queue_, UR_QUEUE_INFO_REFERENCE_COUNT, sizeof(references), &references,
                           nullptr));
  EXPECT_OK(urQueueRelease(anotherQueue(device_)));
  EXPECT_OK(urEventWait(1, &event_));
  cuda::CUgraph graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(stream, &graph), cuda::CUDA_SUCCESS);
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urQueueRelease(anotherQueue(device_)));
  EXPECT_EQ(driver_.calls["cuMemFree"], 2);
  if (graph) {
    EXPECT_EQ(cuGraphDestroy(graph), cuda::CUDA_SUCCESS);
  }
}

// The driver's function that frees waits for a stream that the adapter does not know.
TEST_F(CudaLifetimes, PoolsMayEndWhileTheirMemoryIsFreed) {
  open();
  ur_usm_pool_handle_t pool = makePool(0, 1);
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory));
  cuda::CUstream stream = nullptr;
  ASSERT_EQ(cuStreamCreateWithPriority(&stream, 1, 0), cuda::CUDA_SUCCESS);
  Gate gate;
  closeStream(gate, stream);
  auto frees = std::async(std::launch::async, [&] { return urUSMFree(context_, memory); });
  for (bool isFreeing = false; !isFreeing; std::this_thread::yield()) {
    const std::lock_guard guard(driver_.mutex);
    isFreeing = driver_.calls["cuMemFree"] != 0;
  }
  // Other calls go on meanwhile.
  void *other = nullptr;
  auto allocates = std::async(std::launch::async, [&] {
    return urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &other);
  });
  EXPECT_EQ(allocates.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  EXPECT_OK(urUSMPoolRelease(pool));
  gate.open();
  EXPECT_OK(frees.get());
  EXPECT_OK(allocates.get());
  EXPECT_OK(urUSMFree(context_, other));
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
}

TEST_F(CudaLifetimes, MemoryOfAPoolThatCannotBeZeroedIsNotLost) {
  open();
  ur_usm_pool_handle_t pool = makePool(UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK, SIZE_MAX);
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory));
  EXPECT_OK(urUSMFree(context_, memory));
  driver_.fail("cuMemsetD8Async", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  EXPECT_OK(urUSMPoolRelease(pool)); // the fixture counts what is left
}

// Commands of all devices of a context may use host memory, and memory of each other.
TEST_F(CudaLifetimes, MemoryOfAPoolWaitsForAllDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
  ASSERT_OK(urContextCreate(2, both.data(), nullptr, &context_));
  ur_usm_pool_handle_t pool = makePool(0, SIZE_MAX);
  for (const size_t user : {0, 1}) {
    queue_ = anotherQueue(both[user]);
    for (const ur_device_handle_t device : {ur_device_handle_t(nullptr), both[0], both[1]}) {
      const auto allocate = [&] {
        void *memory = nullptr;
        EXPECT_OK(device ? urUSMDeviceAlloc(context_, device, nullptr, pool, 4096, &memory)
                         : urUSMHostAlloc(context_, nullptr, pool, 4096, &memory));
        return memory;
      };
      void *const memory = allocate();
      Gate gate;
      close(gate, queue_);
      const int seven = 7;
      ASSERT_OK(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr));
      EXPECT_OK(urUSMFree(context_, memory));
      void *const other = allocate();
      EXPECT_NE(other, memory);
      gate.open();
      EXPECT_OK(urQueueFinish(queue_));
      EXPECT_OK(urUSMFree(context_, other));
    }
    EXPECT_OK(urQueueRelease(std::exchange(queue_, nullptr)));
  }
  EXPECT_OK(urUSMPoolRelease(pool));
}

// The function that unmaps does not wait for commands.
TEST_F(CudaLifetimes, ExportableMemoryWaitsForAllDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
  ASSERT_OK(urContextCreate(2, both.data(), nullptr, &context_));
  void *memory = nullptr;
  ASSERT_OK(urMemoryExportAllocExportableMemoryExp(context_, both[0], 0, 4096,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory))
      << lastError();
  queue_ = anotherQueue(both[1]);
  Gate gate;
  closeStream(gate, streamOf(queue_));
  const int seven = 7;
  ASSERT_OK(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr));
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_EQ(driver_.calls["cuMemUnmap"], 0);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
}

// Memory of a pool is not handed out again while it is not known whether commands use it.
TEST_F(CudaLifetimes, MemoryWaitsForAnAnswerOfTheDriver) {
  open();
  ur_usm_pool_handle_t pool = makePool(0, SIZE_MAX);
  void *memory = nullptr;
  void *other = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory));
  Gate gate;
  closeStream(gate, streamOf(queue_));
  const int seven = 7;
  ASSERT_OK(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr));
  driver_.fail("cuStreamQuery", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_OK(urUSMFree(context_, memory));
  driver_.fail("");
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &other));
  EXPECT_NE(other, memory);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urUSMFree(context_, other));
  EXPECT_OK(urUSMPoolRelease(pool));
}

// They are in the first stream of their queue, and what they wait for may be in another one.
TEST_F(CudaLifetimes, NativeCommandsOfQueuesOutOfOrderWait) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(16);
  ur_queue_handle_t other = anotherQueue(device_);
  Gate gate;
  close(gate, other, &event_);
  ASSERT_OK(fill(queue_));
  static cuda::CUstream stream;
  ASSERT_OK(urEnqueueNativeCommandExp(
      queue_,
      [](ur_queue_handle_t queue, void *) {
        ur_native_handle_t native = 0;
        EXPECT_EQ(urQueueGetNativeHandle(queue, nullptr, &native), UR_RESULT_SUCCESS);
        stream = reinterpret_cast<cuda::CUstream>(native);
        EXPECT_EQ(cuLaunchHostFunc(
                      stream, [](void *) {}, nullptr),
                  cuda::CUDA_SUCCESS);
      },
      nullptr, 0, nullptr, nullptr, 1, &event_, nullptr))
      << lastError();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(cuStreamQuery(stream), cuda::CUDA_ERROR_NOT_READY) << i;
    std::this_thread::yield();
  }
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urQueueFinish(other));
  EXPECT_OK(urQueueRelease(other));
}

// A barrier of another queue signals the event once more.
TEST_F(CudaLifetimes, BarriersDoNotWaitForLaterSignalsOfTheirEvent) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(16);
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr,
                                        UR_EXP_EVENT_FLAG_IPC_EXP};
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &event_));
  ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &event_)) << lastError();
  ur_queue_handle_t other = anotherQueue(device_);
  Gate gate;
  close(gate, other);
  ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(other, nullptr, 0, nullptr, &event_));
  ASSERT_OK(fill(queue_));
  auto ends = std::async(std::launch::async, [&] { return urQueueFinish(queue_); });
  EXPECT_EQ(ends.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  gate.open();
  EXPECT_OK(ends.get());
  EXPECT_OK(urQueueFinish(other));
  EXPECT_OK(urQueueRelease(other));
}

// The command writes to pinned memory, although its call has failed.
TEST_F(CudaLifetimes, FailedBlockingReadsKeepTheirMemory) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(4096);
  std::vector<char> to(4096);
  Gate gate;
  closeStream(gate, streamOf(queue_));
  for (int i = 0; i < 4; ++i) // the read is in the first one of four streams, too
    ASSERT_OK(fill(queue_));
  driver_.fail("cuStreamSynchronize", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4096, to.data(), 0, nullptr, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  ur_queue_handle_t other = anotherQueue(device_);
  const int before = driver_.calls["cuMemHostAlloc"];
  void *mapped = nullptr;
  ASSERT_OK(urEnqueueMemBufferMap(other, buffer_, true, UR_MAP_FLAG_WRITE_INVALIDATE_REGION, 0,
                                  4096, 0, nullptr, nullptr, &mapped));
  EXPECT_EQ(driver_.calls["cuMemHostAlloc"], before + 1); // not what the read uses
  EXPECT_OK(urEnqueueMemUnmap(other, buffer_, mapped, 0, nullptr, nullptr));
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urQueueFinish(other));
  EXPECT_OK(urQueueRelease(other));
}

} // namespace
} // namespace ursa
