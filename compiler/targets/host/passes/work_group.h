// Fifth stage: a kernel's work-item function becomes an entry that runs whole work-groups.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace ursa::jit {

/// For kernels without barriers: nested loops over z, y and x with the item inlined, marked so that
/// the vectorizer may run work-items of one group side by side.
///
///   for gx: for z: for y: for x: item(...)
///
/// When nothing in the item depends on the group, gx and x are one long loop.
Result<void> formLoops(Kernel &kernel);

/// For kernels with barriers, first half: the item becomes a coroutine that suspends at each
/// barrier, its state in memory that the entry gives it.
///
///   call @_Z7barrierj(1)   ->   suspend; go on when all items of the group have come here
///
/// After all kernels, the coroutines must be split (optimize.h) before the second half.
void makeCoroutine(Kernel &kernel);

/// Second half: the entry starts every item of a group, then resumes all that wait, phase by phase,
/// until none does. Right for every control flow that OpenCL allows, barriers in loops included.
Result<void> formPhases(Kernel &kernel);

} // namespace ursa::jit
