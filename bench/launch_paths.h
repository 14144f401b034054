// The ways from an entry point to an adapter's launch, which the entry point and a peer of it take.
#pragma once

#include "ur_api.h"
#include "ur_ddi.h"

namespace ursa::bench {

/// Functions that pass a launch on to the adapter of its queue while no layer is active and no
/// kernel has specialization constants.
struct LaunchPaths {
  ur_pfnEnqueueKernelLaunchWithArgsExp_t branchless; ///< as the entry point does
  ur_pfnEnqueueKernelLaunchWithArgsExp_t branching;  ///< with a branch to the slow path
};
extern const LaunchPaths kLaunchPaths;

} // namespace ursa::bench
