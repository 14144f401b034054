#include "core/loader/fork_guard.h"

#include "core/api/functions.h"
#include "core/dispatch/layer_gate.h"
#include "core/loader/process_memory.h"
#include "core/support/last_error.h"

#include <array>
#include <atomic>

#include <pthread.h>
#include <unistd.h>

namespace ursa {
namespace {

// Plain atomics: the handler runs in a child where any lock may be held for ever.
std::atomic<pid_t> claimant{0};
std::array<std::atomic<const ur_dditable_t *>, 64> guarded{};

ur_result_t refuse(Function function) noexcept {
  return atBoundary([function] { return checkNotForked(functionName(function)); });
}

template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct Refusal;
template <Function F, class... Args> struct Refusal<F, ur_result_t(UR_APICALL *)(Args...)> {
  static ur_result_t UR_APICALL call(Args...) { return refuse(F); }
};

constexpr ur_dditable_t refusals() {
  ur_dditable_t tables{};
  forEachTableFunction(
      [&tables]<Function F>() { FunctionTraits<F>::slot(tables) = &Refusal<F>::call; });
  return tables;
}

constinit const ur_dditable_t kRefusals = refusals();

void refuseInChild() {
  if (claimant.load() == 0)
    return;
  layerGate.store(UINTPTR_MAX, std::memory_order_relaxed);
  for (const auto &entry : guarded)
    if (const ur_dditable_t *tables = entry.load())
      writeMemory(const_cast<ur_dditable_t *>(tables), &kRefusals, sizeof(kRefusals));
}

} // namespace

Result<void> claimProcess() {
  static const int failed = pthread_atfork(nullptr, nullptr, refuseInChild);
  if (failed)
    return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                     "The loader cannot be told of forks: pthread_atfork answered {}.", failed);
  claimant = getpid();
  return {};
}

void releaseProcess() noexcept { claimant = 0; }

Result<void> checkNotForked(const char *function) {
  const pid_t process = claimant.load();
  if (process == 0 || process == getpid())
    return {};
  return makeError(UR_RESULT_ERROR_UNINITIALIZED,
                   "{}: this process was forked from process {} while that was using the loader, "
                   "and cannot use it; fork before urLoaderInit, or call exec after the fork.",
                   function, process);
}

void guardTables(const ur_dditable_t &tables) noexcept {
  for (auto &entry : guarded) {
    const ur_dditable_t *expected = nullptr;
    if (entry.compare_exchange_strong(expected, &tables) || expected == &tables)
      return;
  }
}

} // namespace ursa
