#include "adapters/vulkan/driver/exit_gate.h"

#include "adapters/vulkan/driver/worker.h"
#include "adapters/vulkan/queue/timeline.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include <unistd.h>

namespace ursa::vulkan {
namespace {

// A wait in the driver lasts a tenth of a second at most.
constexpr std::chrono::seconds kLongestWait{1};

constinit std::atomic<uint32_t> waitCount{0};
constinit std::atomic<pid_t> exitingThread{0}; ///< 0 before exit() in a host task
constinit std::atomic<pid_t> process{0};       ///< that opened a device

struct HostTimelines {
  std::mutex mutex; ///< guards the other member
  std::set<Timeline *> timelines;
};
HostTimelines &hostTimelines() { // never destroyed, as exit() uses it
  static auto &instance = *new HostTimelines;
  return instance;
}

void keepOthersOut() {
  if (!Worker::isRunningJob() || process != getpid())
    return;
  exitingThread = gettid();
  const auto latest = std::chrono::steady_clock::now() + kLongestWait;
  while (waitCount != 0 && std::chrono::steady_clock::now() < latest)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  HostTimelines &host = hostTimelines();
  const std::lock_guard guard(host.mutex);
  for (Timeline *timeline : host.timelines)
    if (const uint64_t last = timeline->last; !timeline->isReached(last))
      (void)timeline->signal(last); // at worst the driver waits
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

HostSignals::HostSignals(Timeline &timeline) : timeline_(timeline) {
  HostTimelines &host = hostTimelines();
  const std::lock_guard guard(host.mutex);
  host.timelines.insert(&timeline);
}

HostSignals::~HostSignals() {
  HostTimelines &host = hostTimelines();
  const std::lock_guard guard(host.mutex);
  host.timelines.erase(&timeline_);
}

void closeDriverAtExit() {
  process = getpid();
  (void)std::atexit(keepOthersOut);
}

} // namespace ursa::vulkan
