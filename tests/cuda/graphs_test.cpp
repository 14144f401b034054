// Command buffers, which become CUDA graphs.
#include "cuda/fixture.h"
#include "cuda/gate.h"

#include <array>

namespace ursa {
namespace {

struct CudaGraphs : CudaTest {
  ~CudaGraphs() override {
    if (recorded_) {
      EXPECT_OK(urCommandBufferReleaseExp(recorded_));
    }
    if (values_) {
      EXPECT_OK(urUSMFree(context_, values_));
    }
  }

  void start(const char *kernel, bool isUpdatable = false, bool isInOrder = true,
             ur_queue_flags_t flags = 0) {
    open(flags);
    ASSERT_OK(makeKernel(kernel)) << lastError();
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64 * sizeof(int),
                               reinterpret_cast<void **>(&values_)));
    std::fill_n(values_, 64, 0);
    make(isUpdatable, isInOrder);
  }
  void make(bool isUpdatable, bool isInOrder) {
    const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                      nullptr, isUpdatable, isInOrder, false};
    ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &recorded_));
  }
  /// Records "if (*value == expected) ++*value".
  ur_exp_command_buffer_sync_point_t
  step(int *value, int expected, std::vector<ur_exp_command_buffer_sync_point_t> after = {},
       ur_exp_command_buffer_command_handle_t *command = nullptr,
       ur_event_handle_t *signals = nullptr, ur_event_handle_t waits = nullptr) {
    const std::array arguments = {pointerArgument(0, value), valueArgument(1, expected)};
    const size_t one = 1;
    ur_exp_command_buffer_sync_point_t point = 0;
    EXPECT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        recorded_, kernel_, 1, nullptr, &one, &one, 2, arguments.data(), 0, nullptr,
        static_cast<uint32_t>(after.size()), after.empty() ? nullptr : after.data(), waits ? 1 : 0,
        waits ? &waits : nullptr, &point, signals, command))
        << lastError();
    return point;
  }
  void finalize() { ASSERT_OK(urCommandBufferFinalizeExp(recorded_)) << lastError(); }
  void execute(ur_event_handle_t *event = nullptr) {
    ASSERT_OK(urEnqueueCommandBufferExp(queue_, recorded_, 0, nullptr, event)) << lastError();
  }
  void finish() { ASSERT_OK(urQueueFinish(queue_)) << lastError(); }

  ur_exp_command_buffer_handle_t recorded_ = nullptr;
  int *values_ = nullptr;
};

TEST_F(CudaGraphs, ABufferIsOneGraph) {
  start("step");
  for (int i = 0; i < 100; ++i)
    step(values_, i);
  finalize();
  EXPECT_EQ(driver_.calls["cuLaunchKernel"], 100);
  execute();
  finish();
  EXPECT_EQ(values_[0], 100);
  *values_ = 0;
  execute();
  finish();
  EXPECT_EQ(values_[0], 100);
  EXPECT_EQ(driver_.calls["cuGraphInstantiateWithFlags"], 1);
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 2);
  EXPECT_EQ(driver_.calls["cuLaunchKernel"], 100);
}

// The fake driver runs nodes that do not depend on each other in the reverse order.
TEST_F(CudaGraphs, SyncPointsAreDependencies) {
  start("step", /*isUpdatable=*/false, /*isInOrder=*/false);
  const auto first = step(values_, 0);
  const auto other = step(values_ + 1, 0);
  const auto second = step(values_, 1, {first});
  const auto both = step(values_ + 1, 1, {second, other});
  step(values_, 2, {both});
  finalize();
  execute();
  finish();
  EXPECT_EQ(values_[0], 3);
  EXPECT_EQ(values_[1], 2);
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 1);
}

TEST_F(CudaGraphs, CopiesAndFillsAreNodes) {
  start("step");
  const uint8_t pattern[3] = {1, 2, 3};
  ASSERT_OK(urCommandBufferAppendUSMFillExp(recorded_, values_, pattern, 3, 48, 0, nullptr, 0,
                                            nullptr, nullptr, nullptr, nullptr))
      << lastError();
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(recorded_, values_ + 16, values_, 48, 0, nullptr, 0,
                                              nullptr, nullptr, nullptr, nullptr))
      << lastError();
  finalize();
  for (int i = 0; i < 2; ++i) {
    std::fill_n(values_, 64, 0);
    execute();
    finish();
    for (size_t byte = 0; byte < 48; ++byte) {
      EXPECT_EQ(reinterpret_cast<uint8_t *>(values_)[byte], pattern[byte % 3]);
      EXPECT_EQ(reinterpret_cast<uint8_t *>(values_ + 16)[byte], pattern[byte % 3]);
    }
  }
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 2);
}

/// Changes the first argument of a launch.
struct PointerUpdate {
  PointerUpdate(ur_exp_command_buffer_command_handle_t command, int *given) : value(given) {
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.numNewPointerArgs = 1;
    update.pNewPointerArgList = &pointer;
  }
  PointerUpdate(const PointerUpdate &) = delete;
  PointerUpdate &operator=(const PointerUpdate &) = delete;

  int *value;
  ur_exp_command_buffer_update_pointer_arg_desc_t pointer = {
      UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, 0, nullptr, &value};
  ur_exp_command_buffer_update_kernel_launch_desc_t update = {};
};

TEST_F(CudaGraphs, UpdatesChangeTheExecutableGraph) {
  start("step", /*isUpdatable=*/true);
  ur_exp_command_buffer_command_handle_t command = nullptr;
  step(values_, 0);
  step(values_ + 1, 0, {}, &command);
  finalize();
  execute();
  finish();
  EXPECT_EQ(values_[1], 1);
  PointerUpdate update(command, values_ + 2);
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update.update));
  execute();
  finish();
  EXPECT_EQ(values_[1], 1);
  EXPECT_EQ(values_[2], 1);
  EXPECT_EQ(driver_.calls["cuGraphExecKernelNodeSetParams"], 1);
  EXPECT_EQ(driver_.calls["cuGraphInstantiateWithFlags"], 1);
  // A graph that cannot be changed is recorded again.
  driver_.fail("cuGraphExecKernelNodeSetParams", cuda::CUDA_ERROR_INVALID_VALUE);
  update.value = values_ + 3;
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update.update));
  execute();
  finish();
  EXPECT_EQ(values_[3], 1);
  EXPECT_EQ(driver_.calls["cuGraphInstantiateWithFlags"], 2);
}

// The graph of the first execution is another one than that of the second.
TEST_F(CudaGraphs, ExecutionsDoNotOverlapAfterAnUpdate) {
  start("step", /*isUpdatable=*/true);
  ur_exp_command_buffer_command_handle_t command = nullptr;
  step(values_, 0);
  step(values_, 1, {}, &command);
  finalize();
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  Gate gate;
  close(gate, queue_);
  execute();
  const PointerUpdate update(command, values_ + 1);
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update.update));
  driver_.calls.clear();
  driver_.fail("cuGraphExecKernelNodeSetParams", cuda::CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(urEnqueueCommandBufferExp(other, recorded_, 0, nullptr, nullptr));
  EXPECT_EQ(driver_.calls["cuStreamWaitEvent"], 1);
  gate.open();
  EXPECT_OK(urQueueFinish(other));
  EXPECT_EQ(values_[0], 2);
  finish();
  EXPECT_OK(urQueueRelease(other));
}

// The next execution updates the graph again.
TEST_F(CudaGraphs, UpdatesThatFailAreNotForgotten) {
  start("two_locals", /*isUpdatable=*/true);
  constexpr size_t kMuch = size_t{40} * 1024;
  const size_t one = 1;
  ur_exp_command_buffer_command_handle_t command = nullptr;
  std::array arguments = {pointerArgument(0, values_), localArgument(1, kMuch),
                          localArgument(2, kMuch)};
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        recorded_, kernel_, 1, nullptr, &one, &one, 3, arguments.data(), 0, nullptr, 0, nullptr, 0,
        nullptr, nullptr, nullptr, &command))
        << lastError();
  finalize();
  execute();
  finish();
  const PointerUpdate update(command, values_ + 1);
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update.update));
  values_[1] = 9;
  driver_.fail("cuFuncSetAttribute", cuda::CUDA_ERROR_INVALID_VALUE);
  EXPECT_NE(urEnqueueCommandBufferExp(queue_, recorded_, 0, nullptr, nullptr), UR_RESULT_SUCCESS);
  driver_.fail("");
  execute();
  finish();
  EXPECT_EQ(values_[1], 0);
}

// Whatever fails when an update is taken over, the next execution is right.
TEST_F(CudaGraphs, EachCallOfTheDriverFailsAfterAnUpdate) {
  start("step", /*isUpdatable=*/true);
  for (size_t items : {1, 0}) // with none the graph has a launch less
    for (const char *function :
         {"cuStreamBeginCapture", "cuStreamGetCaptureInfo", "cuStreamEndCapture", "cuLaunchKernel",
          "cuGraphInstantiateWithFlags", "cuGraphExecKernelNodeSetParams", "cuGraphLaunch",
          "cuEventCreate", "cuEventRecord", "cuEventQuery", "cuStreamQuery"}) {
      SCOPED_TRACE(function);
      ur_exp_command_buffer_command_handle_t command = nullptr;
      step(values_, 0);
      step(values_ + 1, 0, {}, &command);
      finalize();
      execute();
      PointerUpdate update(command, values_ + 2);
      update.update.newWorkDim = 1;
      for (const bool fails : {true, false}) {
        size_t given = fails ? items : 1;
        update.update.pNewGlobalWorkSize = &given;
        ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update.update));
        driver_.fail(fails ? function : "", cuda::CUDA_ERROR_INVALID_VALUE);
        const auto result = urEnqueueCommandBufferExp(queue_, recorded_, 0, nullptr, nullptr);
        EXPECT_TRUE(fails || result == UR_RESULT_SUCCESS);
        driver_.fail("");
        finish();
        EXPECT_TRUE(fails || std::vector(values_, values_ + 3) == (std::vector<int>{1, 0, 1}));
        std::fill_n(values_, 3, 0);
      }
      EXPECT_OK(urCommandBufferReleaseExp(recorded_));
      make(/*isUpdatable=*/true, /*isInOrder=*/true);
    }
  finalize();
}

// Of these failures the application sees nothing but the time.
TEST_F(CudaGraphs, WithoutGraphsCommandsAreGivenOneByOne) {
  start("step");
  for (const char *function : {"cuStreamBeginCapture", "cuStreamEndCapture",
                               "cuStreamGetCaptureInfo", "cuGraphInstantiateWithFlags"}) {
    SCOPED_TRACE(function);
    *values_ = 0;
    step(values_, 0);
    step(values_, 1);
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    finalize();
    driver_.fail("");
    execute();
    finish();
    EXPECT_EQ(values_[0], 2);
    EXPECT_THAT(logged_, ::testing::HasSubstr("A part of a command buffer is no graph: " +
                                              std::string(function) + " failed"));
    EXPECT_OK(urCommandBufferReleaseExp(recorded_));
    make(/*isUpdatable=*/false, /*isInOrder=*/true);
  }
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 0);
  finalize();
}

TEST_F(CudaGraphs, EventsLieBetweenGraphs) {
  start("step");
  ur_event_handle_t signal = nullptr;
  step(values_, 0);
  step(values_, 1, {}, nullptr, &signal);
  step(values_, 2);
  step(values_, 3);
  finalize();
  ur_event_handle_t all = nullptr;
  execute(&all);
  ASSERT_OK(urEventWait(1, &all)) << lastError();
  ASSERT_OK(urEventWait(1, &signal)) << lastError();
  EXPECT_EQ(values_[0], 4);
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 2);
  EXPECT_OK(urEventRelease(all));
  EXPECT_OK(urEventRelease(signal));
}

TEST_F(CudaGraphs, MemoryOfTheHostIsNoPartOfGraphs) {
  start("step");
  std::vector<int> host(4, 7);
  std::vector<int> back(4);
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(recorded_, values_, host.data(), 16, 0, nullptr, 0,
                                              nullptr, nullptr, nullptr, nullptr));
  step(values_, 7);
  step(values_, 8);
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(recorded_, back.data(), values_, 16, 0, nullptr, 0,
                                              nullptr, nullptr, nullptr, nullptr));
  finalize();
  execute();
  finish();
  EXPECT_EQ(back, (std::vector<int>{9, 7, 7, 7}));
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 1);
}

TEST_F(CudaGraphs, ExecutionsOutliveTheirBuffer) {
  start("step", /*isUpdatable=*/false, /*isInOrder=*/true,
        UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  step(values_, 0);
  step(values_, 1);
  finalize();
  execute();
  EXPECT_OK(urCommandBufferReleaseExp(recorded_));
  recorded_ = nullptr;
  EXPECT_OK(urKernelRelease(kernel_));
  kernel_ = nullptr;
  finish();
  EXPECT_EQ(values_[0], 2);
}

TEST_F(CudaGraphs, AnExecutionThatFailsIsAnError) {
  start("step");
  step(values_, 0);
  step(values_, 1);
  finalize();
  driver_.fail("cuGraphLaunch", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urEnqueueCommandBufferExp(queue_, recorded_, 0, nullptr, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), ::testing::HasSubstr("cuGraphLaunch failed"));
  driver_.fail("");
  execute();
  finish();
  EXPECT_EQ(values_[0], 2);
}

// CUDA events are recorded where they are needed.
struct CudaMarkers : CudaTest {
  void start() {
    open();
    ASSERT_OK(makeKernel("step")) << lastError();
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, sizeof(int),
                               reinterpret_cast<void **>(&value_)));
    *value_ = 0;
    driver_.calls.clear();
  }
  void step(int expected, ur_event_handle_t *event = nullptr) {
    ASSERT_OK(launch({pointerArgument(0, value_), valueArgument(1, expected)}, 1, nullptr, nullptr,
                     event))
        << lastError();
  }
  ~CudaMarkers() override {
    if (value_) {
      EXPECT_OK(urUSMFree(context_, value_));
    }
  }

  int *value_ = nullptr;
};

TEST_F(CudaMarkers, LaunchesInARowRecordFewEvents) {
  start();
  for (int i = 0; i < 1000; ++i)
    step(i);
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(*value_, 1000);
  EXPECT_LE(driver_.calls["cuEventRecord"], 1000 / 64 + 1);
  EXPECT_LE(driver_.calls["cuEventQuery"], 2 * (1000 / 64 + 1));
  EXPECT_EQ(driver_.calls["cuStreamQuery"], 0);
  EXPECT_EQ(driver_.calls["cuStreamSynchronize"], 1);
}

TEST_F(CudaMarkers, AnEventThatIsWaitedForAtOnceNeedsNone) {
  start();
  for (int i = 0; i < 10; ++i) {
    ur_event_handle_t event = nullptr;
    step(i, &event);
    ASSERT_OK(urEventWait(1, &event));
    EXPECT_EQ(*value_, i + 1);
    EXPECT_OK(urEventRelease(event));
  }
  EXPECT_EQ(driver_.calls["cuEventRecord"], 0);
  EXPECT_EQ(driver_.calls["cuStreamSynchronize"], 10);
}

// A later command may wait for the host, which waits for the event.
TEST_F(CudaMarkers, AnEventIsRecordedBeforeTheNextCommand) {
  start();
  ur_event_handle_t event = nullptr;
  step(0, &event);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_,
      [](void *data) {
        const auto waited = static_cast<ur_event_handle_t>(data);
        EXPECT_EQ(urEventWait(1, &waited), UR_RESULT_SUCCESS);
      },
      event, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_OK(urEventRelease(event));
}

TEST_F(CudaMarkers, OtherQueuesWaitForTheLastCommand) {
  start();
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  for (int i = 0; i < 100; i += 2) {
    ur_event_handle_t events[2] = {};
    step(i, &events[0]);
    std::swap(queue_, other);
    const size_t one = 1;
    const int expected = i + 1;
    const std::array arguments = {pointerArgument(0, value_), valueArgument(1, expected)};
    ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &one, &one, 2,
                                               arguments.data(), nullptr, 1, &events[0],
                                               &events[1]));
    std::swap(queue_, other);
    ASSERT_OK(urEnqueueEventsWait(queue_, 1, &events[1], nullptr));
    EXPECT_OK(urEventRelease(events[0]));
    EXPECT_OK(urEventRelease(events[1]));
  }
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(*value_, 100);
  EXPECT_OK(urQueueRelease(other));
}

TEST_F(CudaMarkers, FinishedCommandsReleaseWhatTheyUse) {
  start();
  step(0);
  EXPECT_OK(urQueueFinish(queue_));
  uint32_t references = 0;
  EXPECT_OK(urKernelGetInfo(kernel_, UR_KERNEL_INFO_REFERENCE_COUNT, sizeof(references),
                            &references, nullptr));
  EXPECT_EQ(references, 1u);
  EXPECT_OK(urQueueGetInfo(queue_, UR_QUEUE_INFO_REFERENCE_COUNT, sizeof(references), &references,
                           nullptr));
  EXPECT_EQ(references, 1u);
}

/// A node that the application adds to the native handle of a command buffer.
struct NativeFill {
  ur_exp_command_buffer_handle_t buffer;
  int *values;
  unsigned value;
  ur_result_t result = UR_RESULT_ERROR_UNKNOWN;

  static void add(void *data) {
    auto &fill = *static_cast<NativeFill *>(data);
    ur_native_handle_t native = 0;
    fill.result = urCommandBufferGetNativeHandleExp(fill.buffer, &native);
    if (fill.result != UR_RESULT_SUCCESS)
      return;
    const testing::FakeMemset memset{
        reinterpret_cast<cuda::CUdeviceptr>(fill.values), 0, fill.value, sizeof(int), 2, 1};
    cuda::CUgraphNode node = nullptr;
    EXPECT_EQ(cuGraphAddMemsetNode(&node, reinterpret_cast<cuda::CUgraph>(native), nullptr, 0,
                                   &memset, nullptr),
              cuda::CUDA_SUCCESS);
  }
};

// The nodes that the application adds become a part of the one graph.
TEST_F(CudaGraphs, NativeCommands) {
  start("step", /*isUpdatable=*/false, /*isInOrder=*/false);
  NativeFill first{recorded_, values_, 5};
  ur_exp_command_buffer_sync_point_t filled = 0;
  ASSERT_OK(urCommandBufferAppendNativeCommandExp(recorded_, NativeFill::add, &first, nullptr, 0,
                                                  nullptr, &filled))
      << lastError();
  EXPECT_OK(first.result);
  const auto stepped = step(values_, 5, {filled});
  const auto other = step(values_ + 1, 5, {filled});
  // Of a child, which has a command of its own, too.
  ur_exp_command_buffer_handle_t child = nullptr;
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, false, false};
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &child));
  const int seven = 7;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(child, values_ + 8, &seven, sizeof(seven),
                                            2 * sizeof(int), 0, nullptr, 0, nullptr, nullptr,
                                            nullptr, nullptr));
  NativeFill second{child, values_ + 4, 9};
  const std::array before = {stepped, other};
  ASSERT_OK(urCommandBufferAppendNativeCommandExp(recorded_, NativeFill::add, &second, child, 2,
                                                  before.data(), &filled));
  EXPECT_OK(second.result);
  EXPECT_OK(urCommandBufferReleaseExp(child));
  step(values_ + 4, 9, {filled});
  finalize();
  for (int i = 0; i < 3; ++i) {
    driver_.calls.clear();
    execute();
    finish();
    EXPECT_EQ(std::vector<int>(values_, values_ + 10),
              (std::vector<int>{6, 6, 0, 0, 10, 9, 0, 0, 7, 7}));
    EXPECT_EQ(driver_.calls["cuGraphLaunch"], 1);
    std::fill_n(values_, 64, 0);
  }
}

// A function may append native commands itself, between nodes that it adds.
TEST_F(CudaGraphs, NativeCommandsInNativeCommands) {
  start("step");
  struct Outer {
    NativeFill before;
    NativeFill inner;
    NativeFill after;
    static void add(void *data) {
      auto &self = *static_cast<Outer *>(data);
      NativeFill::add(&self.before);
      EXPECT_OK(urCommandBufferAppendNativeCommandExp(self.inner.buffer, NativeFill::add,
                                                      &self.inner, nullptr, 0, nullptr, nullptr));
      NativeFill::add(&self.after);
    }
  } outer{{recorded_, values_, 5}, {recorded_, values_ + 4, 6}, {recorded_, values_ + 8, 7}};
  ASSERT_OK(urCommandBufferAppendNativeCommandExp(recorded_, Outer::add, &outer, nullptr, 0,
                                                  nullptr, nullptr));
  EXPECT_OK(outer.after.result);
  finalize();
  execute();
  finish();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(values_[ptrdiff_t{4} * i], 5 + i);
}

// Graphs of a driver without graphs in graphs are submitted one after the other.
TEST_F(CudaGraphs, NativeCommandsOfOldDrivers) {
  driver_.version = 11040;
  start("step");
  driver_.fail("cuGraphAddChildGraphNode", cuda::CUDA_ERROR_NOT_SUPPORTED);
  NativeFill fill{recorded_, values_, 5};
  ASSERT_OK(urCommandBufferAppendNativeCommandExp(recorded_, NativeFill::add, &fill, nullptr, 0,
                                                  nullptr, nullptr));
  step(values_, 5);
  finalize();
  for (int i = 0; i < 2; ++i) {
    execute();
    finish();
    EXPECT_EQ(values_[0], 6);
    EXPECT_EQ(values_[1], 5);
  }
}

TEST_F(CudaGraphs, NativeCommandsThatFail) {
  start("step");
  ur_native_handle_t native = 0;
  EXPECT_EQ(urCommandBufferGetNativeHandleExp(recorded_, &native),
            UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(lastError(), "A command buffer has a native handle only while "
                         "urCommandBufferAppendNativeCommandExp calls a function that adds to it.");
  NativeFill fill{recorded_, values_, 5};
  const auto append = [&] {
    return urCommandBufferAppendNativeCommandExp(recorded_, NativeFill::add, &fill, nullptr, 0,
                                                 nullptr, nullptr);
  };
  driver_.fail("cuGraphInstantiateWithFlags");
  EXPECT_EQ(append(), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  driver_.fail("cuGraphCreate");
  EXPECT_OK(append()) << "the function added nothing";
  EXPECT_EQ(fill.result, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  driver_.fail("");
  EXPECT_OK(append());
  EXPECT_OK(fill.result);
  finalize();
  execute();
  finish();
  EXPECT_EQ(values_[1], 5);
}

} // namespace
} // namespace ursa
