// Drivers that are missing, old or faulty, and contexts that are lost.
#include "cuda/fixture.h"

#include <array>
#include <functional>
#include <future>

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaFaults : CudaTest {
  // Creates, builds, runs and releases a program, up to the first call that fails.
  ur_result_t run() {
    const auto steps = [&]() -> ur_result_t {
#define STEP(call)                                                                                 \
  if (const ur_result_t result = call; result != UR_RESULT_SUCCESS)                                \
  return result
      std::vector<int> values(16);
      void *memory = nullptr;
      STEP(urContextCreate(1, &device_, nullptr, &context_));
      STEP(makeQueue(UR_QUEUE_FLAG_PROFILING_ENABLE | UR_QUEUE_FLAG_PRIORITY_HIGH));
      STEP(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
      STEP(urEnqueueMemBufferWrite(queue_, buffer_, true, 0, 64, values.data(), 0, nullptr,
                                   nullptr));
      STEP(makeKernel("iota"));
      auto toBuffer = pointerArgument(0, nullptr);
      toBuffer.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
      toBuffer.value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
      const int start = 5;
      STEP(launch({toBuffer, valueArgument(1, start)}, 16, nullptr, nullptr, &event_));
      STEP(urEventWait(1, &event_));
      uint64_t time = 0;
      STEP(urEventGetProfilingInfo(event_, UR_PROFILING_INFO_COMMAND_END, sizeof(time), &time,
                                   nullptr));
      // The read calls another CUDA function while the stream still ends its last task.
      STEP(urQueueFinish(queue_));
      STEP(
          urEnqueueMemBufferRead(queue_, buffer_, true, 0, 64, values.data(), 1, &event_, nullptr));
      EXPECT_EQ(values[15], 20);
      STEP(urUSMHostAlloc(context_, nullptr, nullptr, 64, &memory));
      const auto copied =
          urEnqueueUSMMemcpy(queue_, true, memory, values.data(), 64, 0, nullptr, nullptr);
      EXPECT_OK(urUSMFree(context_, memory));
      STEP(copied);
      STEP(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory));
      const uint64_t pattern = 0x0102030405060708;
      const auto filled =
          urEnqueueUSMFill(queue_, memory, sizeof(pattern), &pattern, 64, 0, nullptr, nullptr);
      EXPECT_OK(urUSMFree(context_, memory));
      STEP(filled);
      STEP(urEnqueueHostTaskExp(
          queue_, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
      return urQueueFinish(queue_);
#undef STEP
    };
    const ur_result_t result = steps();
    failure_ = result == UR_RESULT_SUCCESS ? "" : lastError();
    return result;
  }

  std::string failure_;
};

TEST_F(CudaFaults, OldDriversHaveNoPlatform) {
  driver_.version = 11030;
  EXPECT_EQ(platforms(), 0u);
  EXPECT_THAT(logged_, HasSubstr("The driver is for CUDA 11.3; 11.4 is the oldest"));
}

TEST_F(CudaFaults, NoDeviceMeansNoPlatform) {
  driver_.devices = 0;
  EXPECT_EQ(platforms(), 0u);
  EXPECT_THAT(logged_, HasSubstr("CUDA_ERROR_NO_DEVICE (100)"));
}

TEST_F(CudaFaults, DriversThatDoNotStartHaveNoPlatform) {
  driver_.fail("cuInit", cuda::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
  EXPECT_EQ(platforms(), 0u);
  EXPECT_THAT(logged_, HasSubstr("cuInit failed: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"));
}

TEST_F(CudaFaults, DevicesThatFailAreLeftOut) {
  driver_.fail("cuDeviceGetName");
  EXPECT_EQ(platforms(), 0u);
  EXPECT_THAT(logged_, HasSubstr("CUDA device 0 is left out: cuDeviceGetName failed"));
}

TEST_F(CudaFaults, FunctionsAreFoundBySymbolAsWell) {
  driver_.findsByName = false;
  ASSERT_EQ(devices(), 1u);
  EXPECT_OK(run()) << failure_;
}

// Such a driver has no cuStreamWaitValue32: host tasks run on its own thread.
TEST_F(CudaFaults, TheOldestDriverIsEnough) {
  driver_.version = 11040;
  ASSERT_EQ(devices(), 1u);
  EXPECT_OK(run()) << failure_;
  EXPECT_FALSE(driver_.called.contains("cuStreamWaitValue32"));
}

TEST_F(CudaFaults, EveryCallMayFail) {
  ASSERT_EQ(devices(), 1u);
  driver_.called.clear();
  ASSERT_OK(run()) << failure_;
  const std::set<std::string> functions = driver_.called;
  releaseAll();
  EXPECT_GE(functions.size(), 24u);
  // Their failure is no error of the caller, or tells something else.
  const std::set<std::string> others = {
      "cuPointerGetAttributes", "cuStreamQuery",  "cuEventQuery",    "cuMemFree",
      "cuMemFreeHost",          "cuModuleUnload", "cuStreamDestroy", "cuEventDestroy"};
  for (const std::string &function : functions) {
    // Objects that are kept for later use are made again.
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_OK(urAdapterGet(1, &adapter_, nullptr));
    EXPECT_EQ(driver_.objects, 0) << function;
    if (others.contains(function) || function == "cuCtxPopCurrent")
      continue;
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    const ur_result_t result = run();
    driver_.fail("");
    if (function == "cuModuleLoadDataEx")
      EXPECT_EQ(result, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE) << function;
    else
      EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    EXPECT_THAT(failure_, HasSubstr(function + " failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
    releaseAll();
  }
}

// The calls that run() does not make.
TEST_F(CudaFaults, EveryOtherCallMayFail) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
  device_ = both[0];
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  ASSERT_OK(makeQueue(0));
  ASSERT_OK(makeKernel("two_locals")) << lastError();
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  int *memory = nullptr;
  ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 4096,
                             reinterpret_cast<void **>(&memory)));
  const auto launchLocal = [&](size_t bytes, bool isCooperative) {
    const std::array arguments = {pointerArgument(0, memory), localArgument(1, bytes),
                                  localArgument(2, 4)};
    const size_t one = 1;
    const ur_kernel_launch_ext_properties_t cooperative = {
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES, nullptr,
        UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE};
    return urEnqueueKernelLaunchWithArgsExp(
        queue_, kernel_, 1, nullptr, &one, &one, 3, arguments.data(),
        isCooperative ? &cooperative : nullptr, 0, nullptr, nullptr);
  };
  const auto info = [&](ur_device_info_t query) {
    size_t bytes[8] = {};
    return urDeviceGetInfo(device_, query, sizeof(bytes), bytes, nullptr);
  };
  const auto fill = [&](size_t size) {
    const uint64_t pattern = 0x0102030405060708;
    return urEnqueueUSMFill(queue_, memory, size, &pattern, 64, 0, nullptr, nullptr);
  };
  const auto waitForOther = [&] {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueEventsWait(other, 0, nullptr, &event));
    const ur_result_t result = urEnqueueEventsWaitWithBarrier(queue_, 1, &event, nullptr);
    EXPECT_OK(urEventRelease(event));
    return result;
  };
  int peer = 0;
  ur_bool_t isEmpty = false;
  int value = 0;
  using Call = std::function<ur_result_t()>;
  const std::vector<std::pair<const char *, Call>> calls = {
      {"cuDeviceGetUuid", [&] { return info(UR_DEVICE_INFO_UUID); }},
      {"cuDeviceGetPCIBusId", [&] { return info(UR_DEVICE_INFO_PCI_ADDRESS); }},
      {"cuMemGetInfo", [&] { return info(UR_DEVICE_INFO_GLOBAL_MEM_FREE); }},
      {"cuDeviceCanAccessPeer", [&] { return urUsmP2PEnablePeerAccessExp(both[0], both[1]); }},
      {"cuCtxEnablePeerAccess", [&] { return urUsmP2PEnablePeerAccessExp(both[0], both[1]); }},
      {"cuCtxDisablePeerAccess", [&] { return urUsmP2PDisablePeerAccessExp(both[0], both[1]); }},
      {"cuDeviceGetP2PAttribute",
       [&] {
         return urUsmP2PPeerAccessGetInfoExp(both[0], both[1],
                                             UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT, sizeof(peer),
                                             &peer, nullptr);
       }},
      {"cuMemcpyAsync",
       [&] {
         return urEnqueueUSMMemcpy(queue_, false, memory, memory + 8, 16, 0, nullptr, nullptr);
       }},
      {"cuMemcpy3DAsync",
       [&] {
         return urEnqueueUSMMemcpy2D(queue_, false, memory, 16, memory + 64, 32, 8, 2, 0, nullptr,
                                     nullptr);
       }},
      {"cuMemcpyDtoHAsync",
       [&] { return urEnqueueUSMMemcpy(queue_, false, &value, memory, 4, 0, nullptr, nullptr); }},
      {"cuMemsetD8Async", [&] { return fill(1); }},
      {"cuMemsetD16Async", [&] { return fill(2); }},
      {"cuMemsetD32Async", [&] { return fill(4); }},
      {"cuStreamWaitEvent", waitForOther},
      {"cuFuncSetAttribute", [&] { return launchLocal(size_t{60} << 10, false); }},
      {"cuOccupancyMaxActiveBlocksPerMultiprocessor", [&] { return launchLocal(16, true); }},
      {"cuLaunchCooperativeKernel", [&] { return launchLocal(16, true); }},
      {"cuStreamQuery",
       [&] {
         return urQueueGetInfo(queue_, UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr);
       }},
      {"cuStreamSynchronize", [&] { return urQueueFinish(queue_); }},
      {"cuMemGetAddressRange", [&] {
         ur_mem_handle_t made = nullptr;
         return urMemBufferCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(memory),
                                                  context_, nullptr, &made);
       }}};
  for (const auto &[function, call] : calls) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(call(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    EXPECT_THAT(lastError(),
                HasSubstr(std::string(function) + " failed: CUDA_ERROR_NOT_SUPPORTED"));
    driver_.fail("");
  }
  EXPECT_OK(urQueueFinish(queue_)) << lastError();
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_OK(urQueueRelease(other));
}

TEST_F(CudaFaults, UndocumentedCodes) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("cuMemAlloc", 4711);
  EXPECT_EQ(run(), UR_RESULT_ERROR_UNKNOWN);
  EXPECT_THAT(failure_, HasSubstr("cuMemAlloc failed: a code that is not documented (4711)"));
}

TEST_F(CudaFaults, OutOfMemory) {
  driver_.memoryBytes = 1 << 20;
  open();
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 1 << 19, nullptr, &buffer_));
  ur_mem_handle_t other = nullptr;
  EXPECT_EQ(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 1 << 20, nullptr, &other),
            UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_THAT(lastError(), HasSubstr("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (2)"));
  void *memory = nullptr;
  EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1 << 20, &memory),
            UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(memory, nullptr);
  EXPECT_OK(urMemRelease(buffer_));
  buffer_ = nullptr;
  EXPECT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 1 << 20, nullptr, &buffer_));
}

// Every later call is an error with a sentence, and none hangs.
TEST_F(CudaFaults, ALostContextAnswersEveryCall) {
  open(UR_QUEUE_FLAG_PROFILING_ENABLE);
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  ASSERT_OK(makeKernel("fault")) << lastError();
  std::promise<void> gate; // the fault comes after the launch call
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *data) { static_cast<std::promise<void> *>(data)->get_future().wait(); },
      &gate, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(launch({}, 1, nullptr, nullptr, &event_)) << lastError();
  gate.set_value();
  EXPECT_EQ(urEventWait(1, &event_), UR_RESULT_ERROR_DEVICE_LOST);
  const auto isTold = HasSubstr("The context of 'Fake GPU 0' is lost and cannot be used any more");
  EXPECT_THAT(lastError(), isTold);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
  ur_event_status_t status{};
  EXPECT_OK(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                           nullptr));
  EXPECT_EQ(status, UR_EVENT_STATUS_ERROR);
  int value = 0;
  void *memory = nullptr;
  uint64_t time = 0;
  const std::pair<const char *, ur_result_t> results[] = {
      {"finish", urQueueFinish(queue_)},
      {"launch", launch({}, 1)},
      {"read", urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4, &value, 0, nullptr, nullptr)},
      {"wait", urEnqueueEventsWait(queue_, 1, &event_, nullptr)},
      {"barrier", urEnqueueEventsWaitWithBarrier(queue_, 0, nullptr, nullptr)},
      {"task", urEnqueueHostTaskExp(
                   queue_, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr)},
      {"allocation", urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory)},
      {"build", urProgramBuild(context_, program_, nullptr)},
      {"time", urEventGetProfilingInfo(event_, UR_PROFILING_INFO_COMMAND_END, sizeof(time), &time,
                                       nullptr)},
      {"device", urDeviceWaitExp(device_)}};
  for (const auto &[call, result] : results)
    EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_LOST) << call;
  EXPECT_THAT(lastError(), isTold);
  ur_context_handle_t other = nullptr;
  EXPECT_EQ(urContextCreate(1, &device_, nullptr, &other), UR_RESULT_ERROR_DEVICE_LOST);
  releaseAll();
  leftObjects_ = driver_.objects - 1; // all but the primary context ended with it
}

TEST_F(CudaFaults, TheLogOfAFailedBuildIsInTheSentence) {
  open();
  driver_.buildLog = "ptxas application ptx input, line 12; fatal: what is this?";
  ASSERT_OK(makeProgram(kPtx));
  EXPECT_EQ(urProgramBuild(context_, program_, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_INVALID_PTX (218). ptxas application ptx input, "
                                     "line 12; fatal: what is this?"));
  char log[300] = {};
  EXPECT_OK(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr));
  EXPECT_THAT(log, HasSubstr("line 12; fatal: what is this?"));
}

} // namespace
} // namespace ursa
