// Compiled like the entry points (CMakeLists.txt).
#include "bench/launch_paths.h"

#include "core/dispatch/branchless.h"

#include <atomic>

namespace ursa::bench {
namespace {

std::atomic<size_t> kernelsWithState{0}; // as core/intercepts counts them

template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct Paths;

template <Function F, class Handle, class... Args>
struct Paths<F, ur_result_t(UR_APICALL *)(Handle *, Args...)> {
  [[gnu::cold, gnu::noinline]] static ur_result_t UR_APICALL slow(Handle *, Args...) {
    return UR_RESULT_ERROR_UNKNOWN;
  }
  [[gnu::cold, gnu::noinline]] static ur_result_t UR_APICALL missing(Handle *, Args...) {
    return refuseMissingFunction(F);
  }
  static ur_result_t UR_APICALL branchless(Handle *handle, Args... args) {
    const bool hasStates = kernelsWithState.load(std::memory_order_relaxed) != 0;
    const bool isSlow = isNullOrLayered(handle) | hasStates;
    return passBranchless<F, slow, missing>(isSlow, handle, args...);
  }
  static ur_result_t UR_APICALL branching(Handle *handle, Args... args) {
    if (isNullOrLayered(handle) || kernelsWithState.load(std::memory_order_relaxed) != 0)
        [[unlikely]]
      return slow(handle, args...);
    return passToAdapter<F>(handle, args...);
  }
};

using Launch = Paths<Function::urEnqueueKernelLaunchWithArgsExp>;

} // namespace

const LaunchPaths kLaunchPaths = {Launch::branchless, Launch::branching};

} // namespace ursa::bench
