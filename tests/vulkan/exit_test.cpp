// What exit() lets the host do after it has begun, for programs that wait in handlers of exit().
#include "vulkan/vulkan_test.h"

#include <atomic>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa {
namespace {

constexpr int kTasks = 200;
constexpr unsigned kSeconds = 60; // more than any device needs

std::atomic<bool> isExiting = false;
std::atomic<int> ended = 0;
ur_queue_handle_t queue = nullptr;

class ExitDeathTest : public vulkan_test::VulkanTest {
protected:
  /// Enqueues tasks that run when exit() has begun.
  void enqueueTasks() {
    ASSERT_TRUE(findDevice());
    ur_context_handle_t context = nullptr;
    ASSERT_EQ(urContextCreate(1, &device_, nullptr, &context), UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueCreate(context, device_, nullptr, &queue), UR_RESULT_SUCCESS);
    const auto waits = [](void *) {
      while (!isExiting)
        std::this_thread::yield();
    };
    const auto counts = [](void *) { ++ended; };
    ASSERT_EQ(urEnqueueHostTaskExp(queue, waits, nullptr, nullptr, 0, nullptr, nullptr),
              UR_RESULT_SUCCESS);
    for (int i = 0; i < kTasks; ++i)
      ASSERT_EQ(urEnqueueHostTaskExp(queue, counts, nullptr, nullptr, 0, nullptr, nullptr),
                UR_RESULT_SUCCESS);
    ASSERT_EQ(std::atexit([] { isExiting = true; }), 0);
  }

  /// Handlers are called in the reverse order: this one after those of the adapter and the layers,
  /// which no call may enter any more.
  static void finishAtExit() {
    std::atexit(
        [] { _exit(urQueueFinish(queue) == UR_RESULT_SUCCESS && ended == kTasks ? 0 : 1); });
  }
};

TEST_F(ExitDeathTest, PendingHostTasksRun) {
  EXPECT_EXIT(
      {
        alarm(kSeconds);
        finishAtExit();
        enqueueTasks();
        std::exit(2);
      },
      testing::ExitedWithCode(0), "");
}

// The handlers of a child are not to signal what the parent's commands wait for.
TEST_F(ExitDeathTest, AForkedChildLeavesTheDeviceAlone) {
  EXPECT_EXIT(
      {
        alarm(kSeconds);
        enqueueTasks();
        const pid_t child = fork();
        if (child == 0)
          std::exit(0);
        int status = 1;
        const bool hasEnded = waitpid(child, &status, 0) == child && status == 0;
        isExiting = true;
        _exit(hasEnded && urQueueFinish(queue) == UR_RESULT_SUCCESS && ended == kTasks ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace ursa
