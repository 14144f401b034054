// Threads for tasks: each task gets one, even if all others wait.
#include "adapters/common/task_threads.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>

namespace ursa::adapter {
namespace {

struct Task {
  std::function<void()> work;
  void run() { work(); }
};

class TaskThreadsTest : public ::testing::Test {
protected:
  void run(std::function<void()> work) {
    auto task = std::make_unique<Task>();
    task->work = std::move(work);
    threads_.run(std::move(task));
  }

  Log log_{"TASKS"};
  TaskThreads<Task> threads_{log_};
};

TEST_F(TaskThreadsTest, TasksThatWaitForEachOther) {
  std::promise<void> first;
  std::promise<void> second;
  std::promise<void> done;
  run([&] {
    first.get_future().wait();
    done.set_value();
  });
  run([&] {
    second.get_future().wait();
    first.set_value();
  });
  run([&] { second.set_value(); });
  done.get_future().wait();
  threads_.stop();
}

TEST_F(TaskThreadsTest, StopWaitsForAllTasks) {
  std::atomic<int> runs = 0;
  for (int i = 0; i < 20; ++i)
    run([&] { ++runs; });
  threads_.stop();
  EXPECT_EQ(runs, 20);
  run([&] { ++runs; });
  threads_.stop();
  EXPECT_EQ(runs, 21);
}

// Nothing of a task is left when its thread waits for the next.
TEST_F(TaskThreadsTest, FinishedTasksAreDestroyed) {
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = held;
  run([held = std::move(held)] {});
  threads_.stop();
  EXPECT_TRUE(watched.expired());
}

} // namespace
} // namespace ursa::adapter
