// The traits of this adapter's commands for adapters/common, which checks their parameters. Kernel
// launches are in launch.cpp, buffers and USM in enqueue_memory.cpp, images in enqueue_image.cpp,
// host tasks in enqueue_host.cpp, program variables in enqueue_variable.cpp.
#pragma once

#include "adapters/common/memory_work.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/scheduler.h"

namespace ursa::host {

using WorkResult = Result<std::unique_ptr<Work>>;
using Rows = adapter::Rows<std::byte *>;
using adapter::Extent;

/// Creates a copy of rows that retains up to two memory objects; several threads share a large one.
std::unique_ptr<Work> createCopy(const Rows &to, const Rows &from, const Extent &extent,
                                 const adapter::UsedBuffers &buffers = {});

/// See adapters/common: memory_work.h.
struct Commands : adapter::HandleTypes {
  using WorkPointer = std::unique_ptr<Work>;
  using Location = std::byte *;

  static Result<void> enqueue(const EnqueueParameters &parameters, WorkPointer work) {
    return host::enqueue(parameters, std::move(work));
  }
  static Result<void> checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer);
  static Result<void> checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                   ur_mem_handle_t destination);
  static Location bufferLocation(ur_mem_handle_t buffer, size_t offset);
  static Location hostLocation(const void *address) {
    return static_cast<std::byte *>(const_cast<void *>(address));
  }
  static Location usmLocation(ur_context_handle_t, const void *address) {
    return hostLocation(address);
  }
  static WorkResult copy(ur_context_handle_t context, const Rows &to, const Rows &from,
                         const Extent &extent, const adapter::UsedBuffers &buffers);
  static WorkResult fill(ur_context_handle_t context, const Rows &to, const Extent &extent,
                         const void *pattern, size_t patternSize,
                         const adapter::UsedBuffers &buffers);
};

void fillMemoryCommands(ur_dditable_t &table);
void fillImageCommands(ur_dditable_t &table);
void fillVariableCommands(ur_dditable_t &table);
void fillHostCommands(ur_dditable_t &table);
void fillLaunches(ur_dditable_t &table);

} // namespace ursa::host
