#include "opencl/fake_queues.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>

namespace ursa::testing {
namespace {

using Held = std::unique_ptr<Object, void (*)(Object *)>;
using Functions = std::vector<std::function<void()>>;

struct Command {
  std::vector<Held> waits;
  Held event;
  std::function<void()> work;
};

/// All queues with commands that have not run.
struct Queues {
  std::mutex mutex; ///< guards the member below, and the states of events
  std::condition_variable changed;
  std::map<cl_command_queue, std::deque<Command>> commands;
};

Queues &queues() {
  static Queues &all = *new Queues;
  return all;
}

Object *objectOf(cl_event event) { return reinterpret_cast<Object *>(event); }

Held hold(cl_event event) {
  retain(event);
  return {objectOf(event), [](Object *object) { release(object); }};
}

void complete(Object &event, Functions &callbacks, cl_int status = CL_COMPLETE) {
  event.isComplete = true;
  event.failure = status;
  for (auto &callback : event.callbacks)
    callbacks.push_back([function = std::move(callback), status] { function(status); });
  event.callbacks.clear();
}

/// Runs what can run. The callbacks are called without the lock.
void run(std::unique_lock<std::mutex> lock, Functions callbacks = {}) {
  std::vector<Command> ended; // destroyed last
  for (bool hasRun = true; hasRun;) {
    hasRun = false;
    for (auto &[queue, commands] : queues().commands)
      while (!commands.empty() && std::ranges::all_of(commands.front().waits, [](const Held &wait) {
        return wait->isComplete;
      })) {
        Command &first = commands.front();
        const bool hasFailed = std::ranges::any_of(
            first.waits, [](const Held &wait) { return wait->failure != CL_SUCCESS; });
        if (!hasFailed)
          first.work();
        complete(*first.event, callbacks,
                 hasFailed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE);
        ended.push_back(std::move(first));
        commands.pop_front();
        hasRun = true;
      }
  }
  lock.unlock();
  queues().changed.notify_all();
  for (const auto &callback : callbacks)
    callback();
}

} // namespace

void submit(cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event,
            std::function<void()> work, cl_bool isBlocking) {
  if (!fakeDriver()->ordersQueues) {
    work();
    if (event)
      *event = make<cl_event>(CL_SUCCESS, nullptr);
    return;
  }
  const auto made = make<cl_event>(CL_SUCCESS, nullptr);
  objectOf(made)->isComplete = false;
  objectOf(made)->queue = queue;
  Command command{{}, hold(made), std::move(work)};
  for (cl_uint i = 0; i < count; ++i)
    command.waits.push_back(hold(waits[i]));
  {
    std::unique_lock lock(queues().mutex);
    queues().commands[queue].push_back(std::move(command));
    run(std::move(lock));
  }
  if (isBlocking)
    waitFor(made);
  if (event)
    *event = made;
  else
    release(made);
}

cl_event makeUserEvent(cl_int code, cl_int *out) {
  const auto made = make<cl_event>(code, out);
  if (made) {
    objectOf(made)->isUserEvent = true;
    objectOf(made)->isComplete = !fakeDriver()->ordersQueues;
  }
  return made;
}

void setUserEvent(cl_event event, cl_int status) {
  std::unique_lock lock(queues().mutex);
  Functions callbacks;
  complete(*objectOf(event), callbacks, status);
  run(std::move(lock), std::move(callbacks));
}

cl_int statusOf(cl_event event) {
  const std::lock_guard guard(queues().mutex);
  return objectOf(event)->isComplete ? objectOf(event)->failure : CL_SUBMITTED;
}

void callWhenComplete(cl_event event, std::function<void(cl_int)> function) {
  {
    const std::lock_guard guard(queues().mutex);
    if (!objectOf(event)->isComplete) {
      objectOf(event)->callbacks.push_back(std::move(function));
      return;
    }
  }
  function(statusOf(event));
}

void waitFor(cl_event event) {
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [&] { return objectOf(event)->isComplete; });
}

void finish(cl_command_queue queue) {
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [&] { return queues().commands[queue].empty(); });
}

} // namespace ursa::testing
