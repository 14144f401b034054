// The enqueue functions: each checks its parameters and passes a command to the scheduler. Kernel
// launches and waits are in enqueue.cpp, images in enqueue_image.cpp, program variables in
// enqueue_variable.cpp; buffers and USM are in common/memory_commands.h, with the work created in
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

/// Converts the common parameters of the enqueue functions.
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

/// The body of an enqueue function: checks queue and wait list, creates the work, and enqueues it.
/// @param make called with the queue's context; checks the command's own parameters and returns a
/// Result of the work.
template <class Make> ur_result_t enqueueMade(const EnqueueParameters &parameters, Make &&make) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkEnqueue(parameters));
    URSA_TRY(std::unique_ptr<Work> work, make(parameters.queue->context));
    return enqueue(parameters, std::move(work));
  });
}

/// Creates a copy; several threads share a large one.
std::unique_ptr<Work> makeCopy(void *destination, const void *source, size_t size);

/// Creates a fill. Copies the pattern; `size` is a multiple of `patternSize`.
std::unique_ptr<Work> makeFill(void *destination, const void *pattern, size_t patternSize,
                               size_t size);

} // namespace ursa::host
