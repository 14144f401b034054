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
    EXPECT_EQ(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr),
              UR_RESULT_SUCCESS);
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
    EXPECT_EQ(urQueueGetNativeHandle(queue, nullptr, &native), UR_RESULT_SUCCESS);
    return reinterpret_cast<cuda::CUstream>(native);
  }
  ur_queue_handle_t anotherQueue(ur_device_handle_t device) {
    ur_queue_handle_t queue = nullptr;
    EXPECT_EQ(urQueueCreate(context_, device, nullptr, &queue), UR_RESULT_SUCCESS);
    return queue;
  }
  ur_usm_pool_handle_t makePool(ur_usm_pool_flags_t flags, size_t largest) {
    ur_usm_pool_limits_desc_t limits{UR_STRUCTURE_TYPE_USM_POOL_LIMITS_DESC, nullptr, largest, 0};
    ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, &limits, flags};
    ur_usm_pool_handle_t pool = nullptr;
    EXPECT_EQ(urUSMPoolCreate(context_, &description, &pool), UR_RESULT_SUCCESS);
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
      ASSERT_EQ(fill(queue, hasEvent ? &event : nullptr), UR_RESULT_SUCCESS);
      if (order == Release::Before) {
        gate.open();
        EXPECT_EQ(urQueueFinish(queue), UR_RESULT_SUCCESS);
      }
      EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
      if (order == Release::While)
        gate.open();
      EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS); // its commands still run
      if (order == Release::After)
        gate.open();
      void *memory = nullptr;
      ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1 << 20, &memory),
                UR_RESULT_SUCCESS);
      EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
      if (hasEvent) {
        EXPECT_EQ(urEventWait(1, &event), UR_RESULT_SUCCESS);
        EXPECT_EQ(read<int>(4), std::vector<int>(4, 7));
        EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
      }
      EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
    }
}

TEST_F(CudaLifetimes, AQueueWhoseStreamMayHaveEndedTakesNoCommands) {
  open();
  makeBuffer(16);
  cuda::CUstream stream = nullptr;
  ur_queue_handle_t queue = nullptr;
  makeQueueOnStream(&stream, &queue);
  EXPECT_EQ(urQueueRetain(queue), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
  ur_event_handle_t event = nullptr;
  EXPECT_EQ(fill(queue, &event), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
  EXPECT_EQ(fill(queue), UR_RESULT_ERROR_INVALID_QUEUE); // the event keeps it
  EXPECT_THAT(lastError(), HasSubstr("released: it takes no more commands"));
  EXPECT_EQ(urEventWait(1, &event), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
}

// A queue on the same stream goes on, whatever is done with a queue that is known from an event.
TEST_F(CudaLifetimes, QueuesOfEventsDoNotEndTheStreamOfOthers) {
  open();
  makeBuffer(16);
  cuda::CUstream stream = nullptr;
  ur_queue_handle_t first = nullptr;
  makeQueueOnStream(&stream, &first);
  ur_queue_handle_t second = nullptr;
  ASSERT_EQ(urQueueCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(stream), context_,
                                          device_, nullptr, &second),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(fill(first, &event_), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(first), UR_RESULT_SUCCESS);
  ur_queue_handle_t known = nullptr;
  ASSERT_EQ(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_QUEUE, sizeof(known), &known, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRetain(known), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(known), UR_RESULT_SUCCESS);
  EXPECT_EQ(fill(second), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(urQueueFinish(second), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(second), UR_RESULT_SUCCESS);
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
}

// Their native handle is made when somebody asks for it.
TEST_F(CudaLifetimes, NativeEventsDoNotWaitForLaterCommands) {
  open();
  makeBuffer(16);
  ASSERT_EQ(fill(queue_, &event_), UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  Gate gate;
  close(gate, queue_);
  ur_native_handle_t native = 0;
  ASSERT_EQ(urEventGetNativeHandle(event_, &native), UR_RESULT_SUCCESS);
  EXPECT_EQ(cuEventQuery(reinterpret_cast<cuda::CUevent>(native)), cuda::CUDA_SUCCESS);
  gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
}

TEST_F(CudaLifetimes, EventsDoNotWaitForCommandsOfTheApplication) {
  open();
  makeBuffer(16);
  ur_event_handle_t later = nullptr;
  ASSERT_EQ(fill(queue_, &event_), UR_RESULT_SUCCESS);
  cuda::CUstream const stream = streamOf(queue_);
  ASSERT_EQ(fill(queue_, &later), UR_RESULT_SUCCESS);
  Gate gate;
  closeStream(gate, stream);
  for (ur_event_handle_t event : {event_, later}) {
    auto waits = std::async(std::launch::async, [event] { return urEventWait(1, &event); });
    const bool hasEnded = waits.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    EXPECT_TRUE(hasEnded);
    if (!hasEnded)
      gate.open();
    EXPECT_EQ(waits.get(), UR_RESULT_SUCCESS);
    if (!hasEnded)
      break;
  }
  EXPECT_EQ(statusOf(later), UR_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(urEventRelease(later), UR_RESULT_SUCCESS);
  if (!::testing::Test::HasFailure())
    gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
}

// The adapter must not ask such a stream for anything: that would end the capture.
TEST_F(CudaLifetimes, CapturesOfTheApplicationGoOn) {
  open();
  makeBuffer(size_t{1} << 20);
  void *memory = nullptr;
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
  ASSERT_EQ(fill(queue_, &event_), UR_RESULT_SUCCESS);
  cuda::CUstream const stream = streamOf(queue_);
  ASSERT_EQ(cuStreamBeginCapture_v2(stream, cuda::CU_STREAM_CAPTURE_MODE_RELAXED),
            cuda::CUDA_SUCCESS);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(urMemRelease(std::exchange(buffer_, nullptr)), UR_RESULT_SUCCESS);
  EXPECT_EQ(driver_.calls["cuMemFree"], 0); // what was before the capture may use it
  uint32_t references = 0;
  EXPECT_EQ(urQueueGetInfo(queue_, UR_QUEUE_INFO_REFERENCE_COUNT, sizeof(references), &references,
                           nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(anotherQueue(device_)), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventWait(1, &event_), UR_RESULT_SUCCESS);
  cuda::CUgraph graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(stream, &graph), cuda::CUDA_SUCCESS);
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(anotherQueue(device_)), UR_RESULT_SUCCESS);
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
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory), UR_RESULT_SUCCESS);
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
  EXPECT_EQ(urUSMPoolRelease(pool), UR_RESULT_SUCCESS);
  gate.open();
  EXPECT_EQ(frees.get(), UR_RESULT_SUCCESS);
  EXPECT_EQ(allocates.get(), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMFree(context_, other), UR_RESULT_SUCCESS);
  EXPECT_EQ(cuStreamDestroy_v2(stream), cuda::CUDA_SUCCESS);
}

TEST_F(CudaLifetimes, MemoryOfAPoolThatCannotBeZeroedIsNotLost) {
  open();
  ur_usm_pool_handle_t pool = makePool(UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK, SIZE_MAX);
  void *memory = nullptr;
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
  driver_.fail("cuMemsetD8Async", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  EXPECT_EQ(urUSMPoolRelease(pool), UR_RESULT_SUCCESS); // the fixture counts what is left
}

// Commands of all devices of a context may use host memory, and memory of each other.
TEST_F(CudaLifetimes, MemoryOfAPoolWaitsForAllDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urContextCreate(2, both.data(), nullptr, &context_), UR_RESULT_SUCCESS);
  ur_usm_pool_handle_t pool = makePool(0, SIZE_MAX);
  for (const size_t user : {0, 1}) {
    queue_ = anotherQueue(both[user]);
    for (const ur_device_handle_t device : {ur_device_handle_t(nullptr), both[0], both[1]}) {
      const auto allocate = [&] {
        void *memory = nullptr;
        EXPECT_EQ(device ? urUSMDeviceAlloc(context_, device, nullptr, pool, 4096, &memory)
                         : urUSMHostAlloc(context_, nullptr, pool, 4096, &memory),
                  UR_RESULT_SUCCESS);
        return memory;
      };
      void *const memory = allocate();
      Gate gate;
      close(gate, queue_);
      const int seven = 7;
      ASSERT_EQ(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr),
                UR_RESULT_SUCCESS);
      EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
      void *const other = allocate();
      EXPECT_NE(other, memory);
      gate.open();
      EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
      EXPECT_EQ(urUSMFree(context_, other), UR_RESULT_SUCCESS);
    }
    EXPECT_EQ(urQueueRelease(std::exchange(queue_, nullptr)), UR_RESULT_SUCCESS);
  }
  EXPECT_EQ(urUSMPoolRelease(pool), UR_RESULT_SUCCESS);
}

// The function that unmaps does not wait for commands.
TEST_F(CudaLifetimes, ExportableMemoryWaitsForAllDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urContextCreate(2, both.data(), nullptr, &context_), UR_RESULT_SUCCESS);
  void *memory = nullptr;
  ASSERT_EQ(urMemoryExportAllocExportableMemoryExp(context_, both[0], 0, 4096,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory),
            UR_RESULT_SUCCESS)
      << lastError();
  queue_ = anotherQueue(both[1]);
  Gate gate;
  closeStream(gate, streamOf(queue_));
  const int seven = 7;
  ASSERT_EQ(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(driver_.calls["cuMemUnmap"], 0);
  gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
}

// Memory of a pool is not handed out again while it is not known whether commands use it.
TEST_F(CudaLifetimes, MemoryWaitsForAnAnswerOfTheDriver) {
  open();
  ur_usm_pool_handle_t pool = makePool(0, SIZE_MAX);
  void *memory = nullptr;
  void *other = nullptr;
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory), UR_RESULT_SUCCESS);
  Gate gate;
  closeStream(gate, streamOf(queue_));
  const int seven = 7;
  ASSERT_EQ(urEnqueueUSMFill(queue_, memory, sizeof(seven), &seven, 4096, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  driver_.fail("cuStreamQuery", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
  driver_.fail("");
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &other), UR_RESULT_SUCCESS);
  EXPECT_NE(other, memory);
  gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMFree(context_, other), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMPoolRelease(pool), UR_RESULT_SUCCESS);
}

// They are in the first stream of their queue, and what they wait for may be in another one.
TEST_F(CudaLifetimes, NativeCommandsOfQueuesOutOfOrderWait) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(16);
  ur_queue_handle_t other = anotherQueue(device_);
  Gate gate;
  close(gate, other, &event_);
  ASSERT_EQ(fill(queue_), UR_RESULT_SUCCESS);
  static cuda::CUstream stream;
  ASSERT_EQ(urEnqueueNativeCommandExp(
                queue_,
                [](ur_queue_handle_t queue, void *) {
                  ur_native_handle_t native = 0;
                  EXPECT_EQ(urQueueGetNativeHandle(queue, nullptr, &native), UR_RESULT_SUCCESS);
                  stream = reinterpret_cast<cuda::CUstream>(native);
                  EXPECT_EQ(cuLaunchHostFunc(
                                stream, [](void *) {}, nullptr),
                            cuda::CUDA_SUCCESS);
                },
                nullptr, 0, nullptr, nullptr, 1, &event_, nullptr),
            UR_RESULT_SUCCESS)
      << lastError();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(cuStreamQuery(stream), cuda::CUDA_ERROR_NOT_READY) << i;
    std::this_thread::yield();
  }
  gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(other), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
}

// A barrier of another queue signals the event once more.
TEST_F(CudaLifetimes, BarriersDoNotWaitForLaterSignalsOfTheirEvent) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(16);
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr,
                                        UR_EXP_EVENT_FLAG_IPC_EXP};
  ASSERT_EQ(urEventCreateExp(context_, device_, &description, &event_), UR_RESULT_SUCCESS);
  ASSERT_EQ(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &event_),
            UR_RESULT_SUCCESS)
      << lastError();
  ur_queue_handle_t other = anotherQueue(device_);
  Gate gate;
  close(gate, other);
  ASSERT_EQ(urEnqueueEventsWaitWithBarrierExt(other, nullptr, 0, nullptr, &event_),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(fill(queue_), UR_RESULT_SUCCESS);
  auto ends = std::async(std::launch::async, [&] { return urQueueFinish(queue_); });
  EXPECT_EQ(ends.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  gate.open();
  EXPECT_EQ(ends.get(), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(other), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
}

// The command writes to pinned memory, although its call has failed.
TEST_F(CudaLifetimes, FailedBlockingReadsKeepTheirMemory) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  makeBuffer(4096);
  std::vector<char> to(4096);
  Gate gate;
  closeStream(gate, streamOf(queue_));
  for (int i = 0; i < 4; ++i) // the read is in the first one of four streams, too
    ASSERT_EQ(fill(queue_), UR_RESULT_SUCCESS);
  driver_.fail("cuStreamSynchronize", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4096, to.data(), 0, nullptr, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  ur_queue_handle_t other = anotherQueue(device_);
  const int before = driver_.calls["cuMemHostAlloc"];
  void *mapped = nullptr;
  ASSERT_EQ(urEnqueueMemBufferMap(other, buffer_, true, UR_MAP_FLAG_WRITE_INVALIDATE_REGION, 0,
                                  4096, 0, nullptr, nullptr, &mapped),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(driver_.calls["cuMemHostAlloc"], before + 1); // not what the read uses
  EXPECT_EQ(urEnqueueMemUnmap(other, buffer_, mapped, 0, nullptr, nullptr), UR_RESULT_SUCCESS);
  gate.open();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(other), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa
