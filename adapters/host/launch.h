// A kernel launch: sizes and arguments are checked and copied, then work-groups run as units of
// work.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "adapters/host/work.h"
#include "core/support/result.h"

#include <memory>

namespace ursa::host {

/// Work-groups that are sure to make progress together: a thread may be busy with other commands
/// for as long as these like.
inline constexpr uint64_t kMaxCooperativeGroups = 1;

/// Checks the sizes of a launch and completes them: a null local size becomes the kernel's required
/// size, else one that suits it - of a cooperative launch, one for as few groups as possible. Sizes
/// need not divide; the last groups are smaller then.
Result<jit::LaunchSizes> launchSizes(const jit::KernelInfo &kernel, uint32_t workDim,
                                     const size_t *globalOffset, const size_t *globalSize,
                                     const size_t *localSize, bool isCooperative = false);

/// The work of a launch, null when a global size is 0 and there is nothing to run. Holds what it
/// needs: kernel and buffers may be released at once.
Result<std::unique_ptr<Work>> makeLaunch(ur_kernel_handle_t kernel, const jit::LaunchSizes &sizes,
                                         uint32_t argumentCount,
                                         const ur_exp_kernel_arg_properties_t *arguments);

} // namespace ursa::host
