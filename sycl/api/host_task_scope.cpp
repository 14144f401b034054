#include "sycl/api/host_task_scope.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <unistd.h>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

constexpr auto kLongestWait = std::chrono::seconds(2);
constexpr auto kInterval = std::chrono::milliseconds(5);
constexpr int kQuietIntervals = 3; ///< a thread that was woken runs by then

thread_local unsigned activeScopes = 0;
thread_local bool isExitCalled = false;

/// Returns whether the system says that another thread of the process runs.
bool isAnotherThreadRunning() {
  const std::string own = std::to_string(gettid());
  std::error_code error;
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    if (thread.path().filename() == own)
      continue;
    std::ifstream file(thread.path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The state follows the name, which is in parentheses and may contain any character.
    const size_t name = text.rfind(')');
    if (name != text.npos && text.compare(name, 3, ") R") == 0)
      return true;
  }
  return false;
}

/// Drivers compile and run kernels on their threads, which use static objects of the drivers'
/// libraries. The commands cannot be waited for, since some of them come after the task.
void waitUntilOtherThreadsSleep() try {
  const auto latest = std::chrono::steady_clock::now() + kLongestWait;
  for (int quiet = 0; quiet < kQuietIntervals && std::chrono::steady_clock::now() < latest;) {
    std::this_thread::sleep_for(kInterval);
    quiet = isAnotherThreadRunning() ? 0 : quiet + 1;
  }
} catch (const std::exception &) { // without memory or file descriptors nothing is waited for
}

} // namespace

// The handler is called before objects are destroyed that were static when the first task began.
HostTaskScope::HostTaskScope() {
  static const int registered = std::atexit([] {
    isExitCalled = activeScopes != 0;
    if (isExitCalled)
      waitUntilOtherThreadsSleep();
  });
  (void)registered;
  ++activeScopes;
}

HostTaskScope::~HostTaskScope() { --activeScopes; }

bool HostTaskScope::isActive() { return activeScopes != 0; }
bool HostTaskScope::isExiting() { return isExitCalled; }

} // namespace sycl::detail
} // namespace ursa_sycl
