// The enqueue functions: each checks its parameters and hands the scheduler a command. Kernels and
// waits are in enqueue.cpp, images in enqueue_image.cpp, variables of programs in
// enqueue_variable.cpp; buffers and USM in common/memory_commands.h, over work that is made in
// enqueue_memory.cpp and enqueue_usm.cpp.
#pragma once

#include "adapters/host/queue.h"
#include "adapters/host/scheduler.h"
#include "core/support/last_error.h"

namespace ursa::host {

void fillEnqueueTable(ur_dditable_t &table);
void fillMemoryCommands(ur_dditable_t &table);
void fillImageCommands(ur_dditable_t &table);
void fillVariableCommands(ur_dditable_t &table);
void fillHostCommands(ur_dditable_t &table);

/// What every enqueue function is given, as parameters of a command.
inline EnqueueParameters commandOf(ur_command_t type, ur_queue_handle_t queue, uint32_t waitCount,
                                   const ur_event_handle_t *waitList, ur_event_handle_t *phEvent,
                                   bool blocking = false) {
  return {.queue = queue,
          .type = type,
          .waitCount = waitCount,
          .waitList = waitList,
          .phEvent = phEvent,
          .blocking = blocking};
}

/// An enqueue function from its first line on: checks queue and wait list, has the work made, and
/// enqueues it. @param make called with the queue's context; checks the command's own parameters
/// and returns a Result of the work.
template <class Make> ur_result_t enqueueMade(const EnqueueParameters &parameters, Make &&make) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkEnqueue(parameters));
    URSA_TRY(std::unique_ptr<Work> work, make(parameters.queue->context));
    return enqueue(parameters, std::move(work));
  });
}

/// A copy that several threads share when it is large.
std::unique_ptr<Work> makeCopy(void *destination, const void *source, size_t size);

/// A fill with copies of a pattern, which is copied here. The size is a multiple of the pattern's.
std::unique_ptr<Work> makeFill(void *destination, const void *pattern, size_t patternSize,
                               size_t size);

} // namespace ursa::host
