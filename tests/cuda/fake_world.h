// The objects of the fake driver: streams, events, memory and modules.
#pragma once

#include "cuda/fake_driver.h"

#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace ursa::testing {

using namespace ursa::cuda;

/// Guards streams and events; every change notifies.
struct World {
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<CUresult> fault = CUDA_SUCCESS; ///< what every function returns from now on
  int streamsAtValues = 0;                    ///< streams that wait for a value in memory

  template <class Condition> void wait(Condition &&condition) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return fault != CUDA_SUCCESS || condition(); });
  }
  template <class Change> void change(Change &&change) {
    {
      const std::lock_guard guard(mutex);
      change();
    }
    changed.notify_all();
  }
};
World &world();

/// Waits until no stream waits for a value in memory.
void waitForValues();

/// Whether this thread runs a host function.
bool &isInHostFunction();

/// One recording of an event.
struct Recording {
  bool isDone = false;
  uint64_t time = 0; ///< nanoseconds
};

struct FakeEvent {
  bool isTimed = true;
  bool isShared = false;
  const FakeEvent *original = nullptr;  ///< of an event that was opened; outlives it
  std::shared_ptr<Recording> recording; ///< null before the first
};

inline std::shared_ptr<Recording> recordingOf(cuda::CUevent handle) {
  const auto *event = reinterpret_cast<const FakeEvent *>(handle);
  return event->original ? event->original->recording : event->recording;
}

/// A part of a graph.
struct FakeNode {
  std::function<void()> run;
  bool isKernel = false;
  std::vector<FakeNode *> after;
};

struct FakeGraph {
  std::vector<std::unique_ptr<FakeNode>> nodes;
};

/// A stream whose work is recorded into a graph.
struct FakeCapture {
  std::unique_ptr<FakeGraph> graph = std::make_unique<FakeGraph>();
  std::vector<FakeNode *> last; ///< what the next node follows
  bool isValid = true;
};

class FakeStream {
public:
  FakeStream();
  ~FakeStream();

  std::unique_ptr<FakeCapture> capture; ///< of one thread; null while work runs

  void push(std::function<void()> work);
  bool isIdle();
  void finish();

private:
  void run();

  std::deque<std::function<void()>> works_; ///< guarded by the world's mutex
  bool isRunning_ = false;
  bool isEnding_ = false;
  std::thread thread_;
};

/// A launch as kernels see it.
struct Grid {
  std::array<unsigned, 3> groups{};
  std::array<unsigned, 3> local{};
  unsigned sharedBytes = 0;
};

struct FakeKernel {
  std::vector<size_t> parameterSizes;
  std::function<void(const Grid &, const std::vector<std::vector<std::byte>> &)> run;
};

/// Returns the kernel of a name; one that does nothing for other names.
const FakeKernel &fakeKernel(const std::string &name);

struct FakeModule;

struct FakeFunction {
  std::string name;
  const FakeKernel *kernel = nullptr;
  const FakeModule *module = nullptr; ///< set when somebody asks for the function
  bool takesLargeClusters = false;    ///< more than eight work-groups
};

struct FakeModule {
  std::map<std::string, FakeKernel> own; ///< kernels whose code the driver looks at
  std::map<std::string, FakeFunction> functions;
  std::map<std::string, std::vector<std::byte>> variables;
};

/// Returns what the kernel `constant_value` does, by its PTX: it stores a literal, or what the
/// buffer of emulated constants holds.
FakeKernel constantKernel(const std::string &ptx);

/// Returns the kernels and variables in PTX, or nothing if it refers to a function that is not
/// there; @p log tells which.
std::optional<FakeModule> readModule(const std::string &text, std::string &log);

} // namespace ursa::testing
