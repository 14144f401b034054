#include "adapters/vulkan/driver/exit_gate.h"

#include "adapters/vulkan/driver/worker.h"
#include "adapters/vulkan/queue/timeline.h"

#include <algorithm>
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

void keepOthersOut() {
  if (!Worker::isRunningJob() || process != getpid())
    return;
  exitingThread = gettid();
  waitFor([] { return waitCount == 0; });
  Timelines &all = timelines();
  const std::lock_guard guard(all.mutex);
  for (const auto &[timeline, signaller] : all.signallers)
    if (const uint64_t last = timeline->last;
        signaller == SignalsAtExit::Host && !timeline->isReached(last))
      (void)timeline->signal(last); // at worst the driver waits
  // The driver's threads may compile what waited for the host.
  waitFor([&] {
    return std::ranges::all_of(all.signallers, [](const auto &entry) {
      return entry.second == SignalsAtExit::Host || entry.first->isReached(entry.first->last);
    });
  });
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
  (void)std::atexit(keepOthersOut);
}

} // namespace ursa::vulkan
