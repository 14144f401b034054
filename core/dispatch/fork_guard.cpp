#include "core/dispatch/fork_guard.h"

#include "core/dispatch/layer_gate.h"

#include <atomic>

#include <pthread.h>
#include <unistd.h>

namespace ursa::core::dispatch {
namespace {

// A plain atomic, because in a forked child any lock may be held forever.
std::atomic<pid_t> claimant{0};

void refuseInChild() {
  if (claimant.load() == 0)
    return;
  layerGate.store(UINTPTR_MAX, std::memory_order_relaxed);
}

} // namespace

Result<void> claimProcess() {
  static const int failed = pthread_atfork(nullptr, nullptr, refuseInChild);
  if (failed)
    return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                     "The fork handler cannot be registered: pthread_atfork failed with error {}.",
                     failed);
  claimant = getpid();
  return {};
}

void releaseProcess() noexcept { claimant = 0; }

Result<void> checkNotForked(const char *function) {
  const pid_t process = claimant.load();
  if (process == 0 || process == getpid())
    return {};
  return makeError(
      UR_RESULT_ERROR_UNINITIALIZED,
      "{}: this process was forked from process {} while that process used the loader, "
      "and cannot use it; fork before urLoaderInit, or call exec after the fork.",
      function, process);
}

} // namespace ursa::core::dispatch
