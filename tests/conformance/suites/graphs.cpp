// Graphs: queues are captured into graphs, which are executed repeatedly.
#include "conformance/harness.h"

#include <fstream>
#include <iterator>

namespace ursa::conformance {
namespace {

class Graphs : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    unordered_ = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    step_ = kernel("ids", "step");
  }

  bool isCaptured(ur_queue_handle_t queue) {
    bool enabled = false;
    EXPECT_OK(urQueueIsGraphCaptureEnabledExp(queue, &enabled));
    return enabled;
  }
  /// Enqueues one step of a value, which is wrong if the previous step is not complete.
  ur_event_handle_t step(ur_queue_handle_t queue, Shared<int> &value, int expected,
                         const std::vector<ur_event_handle_t> &waitFor = {}) {
    ur_event_handle_t event =
        enqueueStep(queue, step_, Arguments().pointer(value.data()).value(expected), 1, waitFor);
    events_.push_back(event);
    return event;
  }
  ur_exp_graph_handle_t endCapture(ur_queue_handle_t queue) {
    ur_exp_graph_handle_t graph = nullptr;
    EXPECT_OK(urQueueEndGraphCaptureExp(queue, &graph)) << lastError();
    return graph;
  }
  void replay(ur_exp_graph_handle_t graph, Shared<int> &value, int expected) {
    ur_exp_executable_graph_handle_t executable = nullptr;
    ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable)) << lastError();
    ASSERT_OK(urGraphDestroyExp(graph)); // the executable graph remains valid
    for (ur_queue_handle_t queue : {queue_, unordered_}) {
      value[0] = 0;
      ur_event_handle_t event = nullptr;
      ASSERT_OK(urEnqueueGraphExp(queue, executable, 0, nullptr, &event)) << lastError();
      ASSERT_OK(urEventWait(1, &event));
      EXPECT_OK(urEventRelease(event));
      EXPECT_EQ(value[0], expected);
    }
    EXPECT_OK(urGraphExecutableGraphDestroyExp(executable));
  }
  void TearDown() override {
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    DeviceTest::TearDown();
  }

  ur_queue_handle_t unordered_ = nullptr;
  ur_kernel_handle_t step_ = nullptr;
  std::vector<ur_event_handle_t> events_;
};

TEST_F(Graphs, CommandsAreCapturedAndRunLater) {
  Shared<int> value = shared<int>(1, 0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  EXPECT_TRUE(isCaptured(queue_));
  for (int i = 0; i < 30; ++i)
    step(queue_, value, i);
  ur_exp_graph_handle_t current = nullptr;
  ASSERT_OK(urQueueGetGraphExp(queue_, &current));
  ur_exp_graph_handle_t graph = endCapture(queue_);
  EXPECT_EQ(graph, current);
  EXPECT_FALSE(isCaptured(queue_));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(value[0], 0);
  replay(graph, value, 30);
}

// The application releases its buffer after the launch is captured, as the loader does with the
// emulation buffers of kernels.
TEST_F(Graphs, KeepTheBuffersOfTheirLaunches) {
  const auto buffer = [this](int number) {
    const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, &number};
    ur_mem_handle_t memory = nullptr;
    EXPECT_OK(urMemBufferCreate(context_,
                                UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
                                sizeof(number), &properties, &memory));
    return memory;
  };
  ur_mem_handle_t number = buffer(0);
  int result = -1;
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  for (int i = 0; i < 3; ++i)
    events_.push_back(enqueueStep(queue_, step_, Arguments().buffer(number).value(i), 1));
  ASSERT_OK(urEnqueueMemBufferRead(queue_, number, false, 0, sizeof(result), &result, 0, nullptr,
                                   nullptr));
  ur_exp_graph_handle_t graph = endCapture(queue_);
  ASSERT_OK(urMemRelease(number));
  for (int i = 0; i < 16; ++i)
    ASSERT_OK(urMemRelease(buffer(100)));
  ur_exp_executable_graph_handle_t executable = nullptr;
  ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable)) << lastError();
  ASSERT_OK(urGraphDestroyExp(graph));
  ASSERT_OK(urEnqueueGraphExp(queue_, executable, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(result, 3);
  ASSERT_OK(urGraphExecutableGraphDestroyExp(executable));
}

TEST_F(Graphs, UnorderedQueuesKeepEventsAndBarriers) {
  Shared<int> value = shared<int>(1, 0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(unordered_));
  ur_event_handle_t first = step(unordered_, value, 0);
  step(unordered_, value, 1, {first});
  ASSERT_OK(urEnqueueEventsWaitWithBarrier(unordered_, 0, nullptr, nullptr));
  step(unordered_, value, 2);
  ASSERT_OK(urEnqueueEventsWait(unordered_, 0, nullptr, &events_.emplace_back()));
  step(unordered_, value, 3, {events_[3]});
  replay(endCapture(unordered_), value, 4);
}

TEST_F(Graphs, QueuesForkAndJoin) {
  Shared<int> value = shared<int>(1, 0);
  ur_queue_handle_t third = makeQueue(0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  ur_event_handle_t fork = step(queue_, value, 0);
  ur_event_handle_t there = step(unordered_, value, 1, {fork});
  EXPECT_TRUE(isCaptured(unordered_));
  ur_event_handle_t further = step(third, value, 2, {there});
  step(third, value, 3);
  ur_exp_graph_handle_t graph = nullptr;
  EXPECT_EQ(urQueueEndGraphCaptureExp(queue_, &graph), UR_RESULT_ERROR_GRAPH_UNJOINED_FORKS);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(urQueueEndGraphCaptureExp(third, &graph), UR_RESULT_ERROR_INVALID_OPERATION);
  step(queue_, value, 4, {events_.back()});
  graph = endCapture(queue_);
  for (ur_queue_handle_t queue : {queue_, unordered_, third})
    EXPECT_FALSE(isCaptured(queue));
  replay(graph, value, 5);
  // Events of the graph cannot be used outside it.
  EXPECT_EQ(urEventWait(1, &further), UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT);
  EXPECT_EQ(urEnqueueEventsWait(queue_, 1, &further, nullptr),
            UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT);
}

TEST_F(Graphs, CapturesDoNotMerge) {
  Shared<int> value = shared<int>(1, 0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  ASSERT_OK(urQueueBeginGraphCaptureExp(unordered_));
  ur_event_handle_t one = step(queue_, value, 0);
  ur_event_handle_t other = step(unordered_, value, 0);
  const ur_event_handle_t both[] = {one, other};
  EXPECT_EQ(urEnqueueEventsWait(queue_, 1, &other, nullptr),
            UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT);
  EXPECT_EQ(urEnqueueEventsWait(makeQueue(0), 2, both, nullptr),
            UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT);
  for (ur_queue_handle_t queue : {queue_, unordered_})
    EXPECT_OK(urGraphDestroyExp(endCapture(queue)));
}

TEST_F(Graphs, UnsupportedCommandsAreRefusedDuringCapture) {
  Shared<int> value = shared<int>(1, 5);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  int there = 0;
  EXPECT_EQ(
      urEnqueueUSMMemcpy(queue_, true, &there, value.data(), sizeof(int), 0, nullptr, nullptr),
      UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
  void *memory = nullptr;
  EXPECT_EQ(urEnqueueUSMDeviceAllocExp(queue_, nullptr, 64, nullptr, 0, nullptr, &memory, nullptr),
            UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(urQueueBeginGraphCaptureExp(queue_), UR_RESULT_ERROR_INVALID_OPERATION);
  ur_exp_graph_handle_t graph = endCapture(queue_);
  bool isEmpty = false;
  ASSERT_OK(urGraphIsEmptyExp(graph, &isEmpty));
  EXPECT_TRUE(isEmpty);
  ur_exp_executable_graph_handle_t executable = nullptr;
  EXPECT_EQ(urGraphInstantiateGraphExp(graph, &executable), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(urGraphDestroyExp(graph));
  EXPECT_EQ(urQueueEndGraphCaptureExp(queue_, &graph), UR_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING);
}

TEST_F(Graphs, CaptureIntoAnExistingGraph) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urGraphCreateExp(context_, &graph));
  ASSERT_OK(urQueueBeginCaptureIntoGraphExp(queue_, graph));
  EXPECT_EQ(urQueueBeginCaptureIntoGraphExp(unordered_, graph), UR_RESULT_ERROR_INVALID_OPERATION);
  step(queue_, value, 0);
  ur_exp_executable_graph_handle_t executable = nullptr;
  EXPECT_EQ(urGraphInstantiateGraphExp(graph, &executable), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(endCapture(queue_), graph);
  EXPECT_EQ(urQueueBeginCaptureIntoGraphExp(queue_, graph), UR_RESULT_ERROR_INVALID_ARGUMENT);
  replay(graph, value, 1);
}

TEST_F(Graphs, NativeCommandsAndTasksAreCaptured) {
  Shared<int> value = shared<int>(1, 0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  ASSERT_OK(urEnqueueNativeCommandExp(
      queue_,
      [](ur_queue_handle_t queue, void *data) {
        EXPECT_OK(urEnqueueHostTaskExp(
            queue, [](void *pointer) { *static_cast<int *>(pointer) += 1; }, data, nullptr, 0,
            nullptr, nullptr));
      },
      value.data(), 0, nullptr, nullptr, 0, nullptr, nullptr));
  step(queue_, value, 1);
  replay(endCapture(queue_), value, 2);
}

TEST_F(Graphs, ACapturingQueueMayBeReleased) {
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
  ur_queue_handle_t queue = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, &properties, &queue));
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urGraphCreateExp(context_, &graph));
  ASSERT_OK(urQueueBeginCaptureIntoGraphExp(queue, graph));
  ASSERT_OK(urQueueRelease(queue));
  ASSERT_OK(urQueueBeginCaptureIntoGraphExp(queue_, graph)) << lastError();
  EXPECT_EQ(endCapture(queue_), graph);
  EXPECT_OK(urGraphDestroyExp(graph));
}

TEST_F(Graphs, IdsDescriptionsAndCallbacks) {
  Shared<int> value = shared<int>(1, 0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  step(queue_, value, 0);
  step(queue_, value, 1);
  ur_exp_graph_handle_t graph = endCapture(queue_);
  ur_exp_graph_handle_t later = nullptr;
  ASSERT_OK(urGraphCreateExp(context_, &later));
  uint64_t ids[2] = {};
  ASSERT_OK(urGraphGetIdExp(graph, &ids[0]));
  ASSERT_OK(urGraphGetIdExp(later, &ids[1]));
  EXPECT_LT(ids[0], ids[1]);

  const std::string path = testing::TempDir() + "ursa_graph_" + std::to_string(ids[0]) + ".dot";
  ASSERT_OK(urGraphDumpContentsExp(graph, path.c_str())) << lastError();
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(text.find("digraph"), std::string::npos) << text;
  EXPECT_NE(text.find("kernel launch"), std::string::npos) << text;
  EXPECT_NE(text.find("c0 -> c1"), std::string::npos) << text;
  std::remove(path.c_str());
  EXPECT_EQ(urGraphDumpContentsExp(graph, "/nowhere/at/all.dot"), UR_RESULT_ERROR_UNKNOWN);

  int calls = 0;
  const auto count = [](void *data) { ++*static_cast<int *>(data); };
  ASSERT_OK(urGraphSetDestructionCallbackExp(graph, count, &calls));
  ASSERT_OK(urGraphSetDestructionCallbackExp(graph, count, &calls));
  EXPECT_EQ(calls, 0);
  EXPECT_OK(urGraphDestroyExp(graph));
  EXPECT_EQ(calls, 2);
  EXPECT_OK(urGraphDestroyExp(later));
}

TEST_F(Graphs, CaptureTurnsReusableEventsIntoGraphEvents) {
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, 0};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &event)) << lastError();
  const auto signal = [&event](ur_queue_handle_t queue) {
    ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue, nullptr, 0, nullptr, &event));
  };
  ur_queue_handle_t other = makeQueue(0);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_));
  signal(queue_);
  ur_event_handle_t joined = nullptr;
  ASSERT_OK(urEnqueueEventsWait(other, 1, &event, &joined)); // joins the capture
  ASSERT_OK(urEnqueueEventsWait(queue_, 1, &joined, nullptr));
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &graph)) << lastError();
  EXPECT_EQ(urEventWait(1, &event), UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT);
  signal(queue_); // an ordinary event again
  ASSERT_OK(urEventWait(1, &event)) << lastError();
  EXPECT_OK(urEventRelease(joined));
  EXPECT_OK(urEventRelease(event));
  EXPECT_OK(urGraphDestroyExp(graph));
}

} // namespace
} // namespace ursa::conformance
