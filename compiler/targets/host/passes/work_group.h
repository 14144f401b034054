// Fifth stage: creates a kernel's entry, a work-group function, from its work-item function.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace ursa::compiler::host {

/// For kernels without barriers: emits work-item loops over z, y and x with the item inlined,
/// marked so that the vectorizer may run work-items of one group in parallel.
///
///   for gx: for z: for y: for x: item(...)
///
/// If nothing in the item depends on the group, gx and x are merged into one loop.
Result<void> lowerToLoops(Kernel &kernel);

/// For kernels with barriers, first step: turns the item into a coroutine that suspends at each
/// barrier. The entry provides the memory of its state.
///
///   call @_Z7barrierj(1)   ->   suspend; resume when all items of the group have reached it
///
/// The coroutines of all kernels must be split (optimize.h) before the second step.
void makeCoroutine(Kernel &kernel);

/// Second step: creates the entry, which starts every item of a group, then resumes all waiting
/// items once per parallel region until none waits. Correct for all control flow that OpenCL
/// allows, including barriers in loops.
Result<void> lowerBarriers(Kernel &kernel);

} // namespace ursa::compiler::host
