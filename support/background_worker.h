// One thread of the process for work that nobody waits for, such as builds for a later launch. It
// runs at low priority, so that it takes time that the program leaves over.
//
// The thread starts with the first task. It ends at exit, before static objects are destroyed, and
// when the loader is torn down. A forked child starts without it.
#pragma once

#include <memory>

namespace ursa::inline support {

/// A piece of work. It is destroyed after run(), or without it if the worker drops it.
class BackgroundTask {
public:
  BackgroundTask() = default;
  BackgroundTask(const BackgroundTask &) = delete;
  BackgroundTask &operator=(const BackgroundTask &) = delete;
  virtual ~BackgroundTask() = default;
  virtual void run() = 0;
};

/// Thread safe.
class BackgroundWorker {
public:
  BackgroundWorker();
  ~BackgroundWorker();
  BackgroundWorker(const BackgroundWorker &) = delete;
  BackgroundWorker &operator=(const BackgroundWorker &) = delete;

  /// Runs a task after those that were posted before. Drops it if the system starts no thread, or
  /// while the worker stops; nothing runs the task then.
  void post(std::unique_ptr<BackgroundTask> task);

  /// Drops the tasks that have not begun, and waits for the one that runs. A later post starts the
  /// thread again. Returns at once in the worker's own thread.
  void stop();

private:
  struct State;
  const std::unique_ptr<State> state_;
};

/// Returns the worker of this process. Never destroyed, because static destructors release what
/// uses it.
BackgroundWorker &backgroundWorker();

/// Lets the thread end, at exit, before the destruction of every static object that exists by now.
/// Call before each task that uses an adapter: compilers of drivers create static objects when they
/// first run, and handlers of exit run in reverse order. Called in the main thread, it also covers
/// what a task creates that runs when the program exits, and keeps the loader from being unloaded.
/// In other threads it takes effect in the first calls for an adapter, then ever more rarely, so
/// that the list of handlers stays short.
void endBackgroundWorkerBefore(const void *adapter);

/// Ends the thread of this process's worker, if it has one. See BackgroundWorker::stop.
void stopBackgroundWorker();

} // namespace ursa::inline support
