#include "support/background_worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ursa {
namespace {

class Calls final : public BackgroundTask {
public:
  Calls(std::function<void()> run, std::function<void()> end)
      : run_(std::move(run)), end_(std::move(end)) {}
  ~Calls() override { end_(); }
  void run() override { run_(); }

private:
  const std::function<void()> run_, end_;
};

/// Something that happens once, in another thread.
class Moment {
public:
  void happen() {
    const std::lock_guard lock(mutex_);
    happened_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return happened_; });
  }

private:
  std::mutex mutex_; // guards happened_
  std::condition_variable changed_;
  bool happened_ = false;
};

void post(
    BackgroundWorker &worker, std::function<void()> run, std::function<void()> end = [] {}) {
  worker.post(std::make_unique<Calls>(std::move(run), std::move(end)));
}

TEST(BackgroundWorker, RunsTasksInOrderInOneThreadOfLowPriority) {
  BackgroundWorker worker;
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  int niceness = 0, policy = 0;
  Moment last;
  for (int i = 0; i < 3; ++i)
    post(worker, [&, i] {
      order.push_back(i);
      threads.push_back(std::this_thread::get_id());
      niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
      policy = sched_getscheduler(0);
      if (i == 2)
        last.happen();
    });
  last.wait();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
  EXPECT_EQ(threads[0], threads[2]);
  EXPECT_NE(threads[0], std::this_thread::get_id());
  EXPECT_GE(niceness, 10);
  EXPECT_EQ(policy, SCHED_BATCH);
  EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER) << "other threads keep their priority";
}

TEST(BackgroundWorker, StopWaitsForTheTaskThatRunsAndDropsTheOthers) {
  BackgroundWorker worker;
  Moment began, mayEnd;
  bool hasEnded = false, hasRun = false, wasDropped = false;
  post(worker, [&] {
    began.happen();
    mayEnd.wait();
    hasEnded = true;
  });
  post(
      worker, [&] { hasRun = true; },
      [&] {
        wasDropped = true;
        mayEnd.happen();
      });
  began.wait();
  worker.stop();
  EXPECT_TRUE(hasEnded);
  EXPECT_FALSE(hasRun);
  EXPECT_TRUE(wasDropped);

  Moment again;
  post(worker, [&] { again.happen(); }); // another thread
  again.wait();
}

TEST(BackgroundWorker, ATaskMayPostAndStop) {
  BackgroundWorker worker;
  Moment second;
  post(worker, [&] {
    worker.stop(); // returns at once
    post(worker, [&] { second.happen(); });
  });
  second.wait();
}

TEST(BackgroundWorker, SurvivesATaskThatThrows) {
  BackgroundWorker worker;
  Moment next;
  post(worker, [] { throw std::runtime_error("expected by this test"); });
  post(worker, [&] { next.happen(); });
  next.wait();
}

#ifndef __SANITIZE_THREAD__ // which lets such a child start no threads
TEST(BackgroundWorker, AChildOfAForkHasItsOwn) {
  Moment began, mayEnd;
  post(backgroundWorker(), [&] {
    began.happen();
    mayEnd.wait();
  });
  began.wait();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    Moment ran;
    post(backgroundWorker(), [&] { ran.happen(); });
    ran.wait();
    stopBackgroundWorker();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  mayEnd.happen();
  stopBackgroundWorker();
}

std::atomic<bool> isExiting{false};
std::atomic<bool> hasEnded{false}; // the task that runs at exit

// A static object that a compiler creates when it first runs.
struct Needed {
  ~Needed() {
    if (!hasEnded)
      _exit(1);
  }
};

void runWhileTheProgramExits(const std::function<void()> &create, Moment &runs) {
  create();
  runs.happen();
  while (!isExiting)
    std::this_thread::yield();
  for (int i = 0; i < 1000; ++i)
    std::this_thread::yield();
  hasEnded = true;
}

void createNeeded() { static const Needed object; }

/// Ends a process while a task runs, which needs an object that it or, if @p isEarlier, an earlier
/// task has created.
void exitWithATask(bool isEarlier) {
  static const int adapter = 0;
  static Moment hasCreated, runs;
  if (isEarlier) {
    endBackgroundWorkerBefore(&adapter);
    post(backgroundWorker(), [] {
      createNeeded();
      hasCreated.happen();
    });
    hasCreated.wait();
  }
  endBackgroundWorkerBefore(&adapter);
  post(backgroundWorker(), [] { runWhileTheProgramExits(createNeeded, runs); });
  runs.wait();
  thread_local const struct Exits {
    ~Exits() { isExiting = true; }
  } exits;
  (void)std::atexit([] { isExiting = true; });
  std::exit(0);
}

void expectExit(pid_t child) {
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(BackgroundWorker, EndsAtExitBeforeObjectsThatItsTaskCreated) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    exitWithATask(false);
  expectExit(child);
}

TEST(BackgroundWorker, EndsAtExitBeforeObjectsThatAnEarlierTaskCreated) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    exitWithATask(true);
  expectExit(child);
}
#endif

} // namespace
} // namespace ursa
