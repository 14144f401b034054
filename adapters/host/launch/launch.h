// A kernel launch: sizes and arguments are checked and copied, then work-groups run as units of
// work.
#pragma once

#include "adapters/common/launch.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/queue/work.h"
#include "support/result.h"

#include <memory>
#include <span>

namespace ursa::host {

/// Number of work-groups that are guaranteed to run concurrently. It is 1 because other commands
/// may occupy all other threads for any time.
inline constexpr uint64_t kMaxCooperativeGroups = 1;

/// Checks the sizes of a launch and completes them. A null local size becomes the kernel's required
/// size, else a suitable one; for a cooperative launch, one with as few groups as possible. The
/// global size need not be a multiple of the local size; the last groups are smaller then.
Result<format::host::LaunchSizes> launchSizes(const format::host::KernelInfo &kernel,
                                              const adapter::NdRange &range,
                                              bool isCooperative = false);

/// Creates the work of a launch; null if a global size is 0. The work retains everything that it
/// needs: kernel and buffers may be released at once.
/// @param runsOnce whether it is the work of one command, and not recorded
Result<std::unique_ptr<Work>>
createLaunch(ur_kernel_handle_t kernel, const format::host::LaunchSizes &sizes,
             std::span<const ur_exp_kernel_arg_properties_t> arguments, bool runsOnce);

} // namespace ursa::host
