// The enqueue functions: each checks its parameters and hands the scheduler a command. Kernels and
// waits are in enqueue.cpp, buffers in enqueue_memory.cpp, images in enqueue_image.cpp, USM in
// enqueue_usm.cpp, variables of programs in enqueue_variable.cpp.
#pragma once

#include "adapters/host/scheduler.h"

namespace ursa::host {

void fillEnqueueTable(ur_dditable_t &table);
void fillBufferCommands(ur_dditable_t &table);
void fillImageCommands(ur_dditable_t &table);
void fillUsmCommands(ur_dditable_t &table);
void fillVariableCommands(ur_dditable_t &table);
void fillHostCommands(ur_dditable_t &table);

/// A copy that several threads share when it is large.
std::unique_ptr<Work> makeCopy(void *destination, const void *source, size_t size);

/// A fill with copies of a pattern, which is copied here. The size is a multiple of the pattern's.
std::unique_ptr<Work> makeFill(void *destination, const void *pattern, size_t patternSize,
                               size_t size);

} // namespace ursa::host
