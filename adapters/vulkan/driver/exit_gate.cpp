#include "adapters/vulkan/driver/exit_gate.h"

#include "adapters/vulkan/driver/worker.h"
#include "adapters/vulkan/queue/timeline.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace ursa::vulkan {
namespace {

// A wait in the driver lasts a tenth of a second at most.
constexpr std::chrono::seconds kLongestWait{1};

constinit std::atomic<uint32_t> waitCount{0};
constinit std::atomic<pid_t> exitingThread{0}; ///< 0 before exit() in a host task
constinit std::atomic<pid_t> process{0};       ///< that opened a device

struct Timelines {
  std::mutex mutex; ///< guards the other member
  std::map<Timeline *, SignalsAtExit::Signaller> signallers;
};
Timelines &timelines() { // never destroyed, as exit() uses it
  static auto &instance = *new Timelines;
  return instance;
}

/// Sleeps until a condition is true, but no longer than kLongestWait.
template <class Condition> void waitFor(const Condition &condition) {
  const auto latest = std::chrono::steady_clock::now() + kLongestWait;
  while (!condition() && std::chrono::steady_clock::now() < latest)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

struct Progress {
  bool isComplete = true;
  uint64_t completed = 0; ///< points of all timelines
  bool operator==(const Progress &) const = default;
};

Progress progress() {
  Timelines &all = timelines();
  const std::lock_guard guard(all.mutex);
  Progress result;
  for (const auto &[timeline, signaller] : all.signallers) {
    result.isComplete &= timeline->isReached(timeline->last);
    result.completed += timeline->reached();
  }
  return result;
}

/// Sleeps until all work is complete, or until none has completed for kLongestWait.
void waitForWork() {
  for (Progress last = progress(); !last.isComplete;) {
    Progress next;
    waitFor([&] { return (next = progress()) != last; });
    if (next == last)
      return;
    last = next;
  }
}

void signalHostTimelines() {
  Timelines &all = timelines();
  const std::lock_guard guard(all.mutex);
  for (const auto &[timeline, signaller] : all.signallers)
    if (const uint64_t last = timeline->last;
        signaller == SignalsAtExit::Host && !timeline->isReached(last))
      (void)timeline->signal(last); // at worst the driver waits
}

void leaveDriver() {
  if (process != getpid())
    return;
  if (Worker::isRunningJob()) {
    exitingThread = gettid();
    waitFor([] { return waitCount == 0; });
    signalHostTimelines();
  }
  // The driver's threads may compile what waited for the host, and host tasks signal the driver.
  waitForWork();
}

} // namespace

WaitInDriver::WaitInDriver() noexcept {
  // Counted before it looks, as the handler looks at the count after it has closed the gate.
  ++waitCount;
  const pid_t thread = exitingThread;
  if (thread == 0 || thread == gettid())
    return;
  --waitCount;
  for (;;)
    pause();
}

WaitInDriver::~WaitInDriver() { --waitCount; }

SignalsAtExit::SignalsAtExit(Timeline &timeline, Signaller signaller) : timeline_(timeline) {
  Timelines &all = timelines();
  const std::lock_guard guard(all.mutex);
  all.signallers.emplace(&timeline, signaller);
}

SignalsAtExit::~SignalsAtExit() {
  Timelines &all = timelines();
  const std::lock_guard guard(all.mutex);
  all.signallers.erase(&timeline_);
}

void closeDriverAtExit() {
  process = getpid();
  (void)std::atexit(leaveDriver);
}

} // namespace ursa::vulkan
