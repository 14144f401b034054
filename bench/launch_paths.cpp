// Compiled like the entry points (CMakeLists.txt).
#include "bench/launch_paths.h"

#include "core/dispatch/branchless.h"

#include <atomic>

namespace ursa::bench {
namespace {

std::atomic<size_t> kernelsWithState{0}; // as core/intercepts counts them

template <core::api::Function F, class Signature = typename core::api::FunctionTraits<F>::Signature>
struct Paths;

template <core::api::Function F, class Handle, class... Args>
struct Paths<F, ur_result_t(UR_APICALL *)(Handle *, Args...)> {
  [[gnu::cold, gnu::noinline]] static ur_result_t UR_APICALL slow(Handle *, Args...) {
    return UR_RESULT_ERROR_UNKNOWN;
  }
  [[gnu::cold, gnu::noinline]] static ur_result_t UR_APICALL missing(Handle *, Args...) {
    return core::dispatch::refuseMissingFunction(F);
  }
  static ur_result_t UR_APICALL branchless(Handle *handle, Args... args) {
    const bool hasStates = kernelsWithState.load(std::memory_order_relaxed) != 0;
    const bool isSlow = core::dispatch::isNullOrLayered(handle) | hasStates;
    return core::dispatch::passBranchless<F, slow, missing>(isSlow, handle, args...);
  }
  static ur_result_t UR_APICALL branching(Handle *handle, Args... args) {
    if (core::dispatch::isNullOrLayered(handle) ||
        kernelsWithState.load(std::memory_order_relaxed) != 0) [[unlikely]]
      return slow(handle, args...);
    return core::dispatch::passToAdapter<F>(handle, args...);
  }
};

using Launch = Paths<core::api::Function::urEnqueueKernelLaunchWithArgsExp>;

} // namespace

const LaunchPaths kLaunchPaths = {Launch::branchless, Launch::branching};

} // namespace ursa::bench
