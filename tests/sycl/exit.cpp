// exit() in a host task or in a thread of the program ends the process with its status and calls
// the handlers of exit().
#include "check.h"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <optional>
#include <thread>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sycl;

namespace {

constexpr int kStatus = 5;
constexpr unsigned kSeconds = 60; // more than any device needs
constexpr int kPending = 200;

/// What processes tell each other.
struct Shared {
  int handlers; ///< of exit() that were called
  int later;    ///< commands behind the host task that ran
};
Shared *shared = nullptr;

void countHandler() { ++shared->handlers; }

void wait(queue &q) {
  q.wait();
  std::_Exit(1); // the task has ended the process
}

/// A kernel that takes a while, and that nothing depends on.
void startKernel(queue &q) {
  long *const sum = malloc_device<long>(1, q);
  q.single_task([=] {
    volatile long all = 0;
    for (long i = 0; i < 60000; ++i)
      all = all + i;
    *sum = all;
  });
}

void alone(queue q) {
  q.submit([](handler &group) { group.host_task([] { std::exit(kStatus); }); });
  wait(q);
}

void besideKernels(queue q) {
  startKernel(q);
  q.submit([](handler &group) { group.host_task([] { std::exit(kStatus); }); });
  startKernel(q);
  wait(q);
}

/// What comes after the task does not run.
void beforeOthers(queue q) {
  const event last = q.submit([](handler &group) { group.host_task([] { std::exit(kStatus); }); });
  int *const memory = malloc_device<int>(1, q);
  const event kernel = q.submit([&](handler &group) {
    group.depends_on(last);
    group.single_task([=] { *memory = 1; });
  });
  queue other(q.get_context(), q.get_device());
  other.submit([&](handler &group) {
    group.depends_on(kernel);
    group.host_task([] { ++shared->later; });
  });
  wait(other);
}

void inAnotherTask(queue q) {
  q.submit([q](handler &group) {
    group.host_task([q]() mutable {
      q.submit([](handler &inner) { inner.host_task([] { std::exit(kStatus); }); });
      wait(q);
    });
  });
  wait(q);
}

/// The driver may compile the kernel meanwhile, on a thread of its own.
void inAThread(queue q) {
  startKernel(q);
  std::thread([] { std::exit(kStatus); }).join();
}

/// Objects that exit() destroys, on the thread of the task.
void withStaticObjects(queue q) {
  static std::optional<queue> kept;
  static std::optional<buffer<int>> numbers;
  kept = q;
  numbers.emplace(range<1>(1000));
  q.submit([](handler &group) {
    accessor<int, 1, access_mode::read_write, target::host_task> all(*numbers, group);
    group.host_task([=] {
      all[0] = 1;
      std::exit(kStatus);
    });
  });
  q.submit([](handler &group) {
    accessor all(*numbers, group);
    group.parallel_for(range<1>(1000), [=](id<1> i) { all[i] = 2; });
  });
  wait(q);
}

/// exit() in a thread: host tasks that are pending run.
void withPendingTasks(queue q) {
  static std::atomic<bool> isExiting = false;
  event last = q.submit([](handler &group) {
    group.host_task([] {
      while (!isExiting)
        std::this_thread::yield();
    });
  });
  for (int i = 0; i < kPending; ++i)
    last = q.submit([&](handler &group) {
      group.depends_on(last);
      group.host_task([] { ++shared->later; });
    });
  std::atexit([] { isExiting = true; });
  std::thread([] { std::exit(kStatus); }).join();
}

/// The process that calls exit() has the only run time.
void run(const char *name, const std::function<void(queue)> &function, bool isInOrder,
         int later = 0) {
  *shared = {};
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    std::atexit(countHandler);
    function(isInOrder ? queue(property::queue::in_order()) : queue());
    std::_Exit(1);
  }
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  const bool isRight = WIFEXITED(status) && WEXITSTATUS(status) == kStatus;
  CHECK(isRight && shared->handlers == 1 && shared->later == later);
  if (!isRight || shared->handlers != 1 || shared->later != later)
    std::fprintf(stderr, "%s: status %x, %d handlers, %d later commands\n", name, status,
                 shared->handlers, shared->later);
}

} // namespace

int main() {
  void *const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  shared = static_cast<Shared *>(memory);
  for (const bool isInOrder : {false, true}) {
    run("alone", alone, isInOrder);
    run("besideKernels", besideKernels, isInOrder);
    run("beforeOthers", beforeOthers, isInOrder);
    run("inAThread", inAThread, isInOrder);
    run("withStaticObjects", withStaticObjects, isInOrder);
    run("withPendingTasks", withPendingTasks, isInOrder, kPending);
  }
  run("inAnotherTask", inAnotherTask, false);
  return failures != 0;
}
