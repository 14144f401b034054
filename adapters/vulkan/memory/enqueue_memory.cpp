// Copies, fills and mappings of buffers.
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/memory.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/queue/queue.h"

namespace ursa::vulkan {

std::shared_ptr<const void> retainBuffer(ur_mem_handle_t buffer) {
  using Held = adapter::Ref<ur_mem_handle_t_>;
  return std::make_shared<const Held>(buffer);
}

namespace {

// Maps memory that the host cannot access: what the application writes to the staging memory is
// copied when it is unmapped.
WorkResult mapStaged(ur_mem_handle_t buffer, ur_map_flags_t flags, size_t offset, size_t size,
                     std::byte *&mapped) {
  ur_device_handle_t_ &device = *buffer->context->device;
  const bool isOverwritten = flags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION;
  Location staging;
  if (buffer->hostMemory) {
    staging = Location::ofHost(buffer->hostMemory + offset);
  } else {
    URSA_TRY(auto suballocation,
             Suballocation::make(device, size, MemoryUse::Host, kBufferAlignment));
    staging = Location::of(std::move(suballocation), 0);
  }
  WorkPointer work;
  if (!isOverwritten) {
    URSA_TRY(work,
             makeCopy(device, staging, buffer->location(offset), size, {retainBuffer(buffer)}));
  }
  mapped = staging.host;
  const std::lock_guard guard(buffer->mutex);
  buffer->mappings.emplace(mapped, Memory::Mapping{std::move(staging), offset, size,
                                                   isOverwritten || (flags & UR_MAP_FLAG_WRITE)});
  return work;
}

Result<WorkPointer> unmapStaged(ur_mem_handle_t buffer, void *pointer) {
  std::unique_lock guard(buffer->mutex);
  const auto found = buffer->mappings.find(static_cast<std::byte *>(pointer));
  if (found == buffer->mappings.end())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.", pointer);
  const auto mapping = found->second;
  buffer->mappings.erase(found);
  guard.unlock();
  if (!mapping.isWritten) {
    auto work = std::make_shared<Work>();
    work->keeps.push_back(mapping.staging.suballocation);
    return WorkPointer(std::move(work));
  }
  return makeCopy(*buffer->context->device, buffer->location(mapping.at), mapping.staging,
                  mapping.bytes, {retainBuffer(buffer)});
}

struct Maps : Commands {
  static Result<void *> map(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            ur_map_flags_t flags, size_t offset, size_t size) {
    std::byte *mapped = buffer.location(offset).host;
    if (mapped) {
      URSA_CHECK(enqueue(parameters, nullptr));
      return mapped;
    }
    URSA_TRY(vulkan::WorkPointer work, mapStaged(&buffer, flags, offset, size, mapped));
    if (auto enqueued = enqueue(parameters, std::move(work)); !enqueued) {
      const std::lock_guard guard(buffer.mutex);
      buffer.mappings.erase(buffer.mappings.find(mapped)); // any of those that begin there
      return enqueued.error();
    }
    return mapped;
  }

  static Result<void> unmap(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            void *mapped) {
    if (const std::byte *const first = buffer.location(0).host) {
      URSA_CHECK(adapter::checkMapping(mapped, first, buffer.size));
      return enqueue(parameters, nullptr);
    }
    URSA_TRY(vulkan::WorkPointer work, unmapStaged(&buffer, mapped));
    return enqueue(parameters, std::move(work));
  }
};

Keeps retainBuffers(const adapter::UsedBuffers &buffers) {
  Keeps retained;
  for (const ur_mem_handle_t buffer : buffers)
    if (buffer)
      retained.push_back(retainBuffer(buffer));
  return retained;
}

} // namespace

Result<void> Commands::checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  // All contexts of a device share its memory.
  if (buffer->context->device != context->device)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer belongs to another device than the queue or command buffer.");
  return {};
}

Result<void> Commands::checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                    ur_mem_handle_t destination) {
  URSA_CHECK(checkBuffer(context, source));
  URSA_CHECK(checkBuffer(context, destination));
  return adapter::checkEitherContext(context, *source, *destination);
}

Location Commands::bufferLocation(ur_mem_handle_t buffer, size_t offset) {
  return buffer->location(offset);
}

WorkResult Commands::copy(ur_context_handle_t context, const Rows &to, const Rows &from,
                          const Extent &extent, const adapter::UsedBuffers &buffers) {
  return makeCopy(*context->device, to, from, extent, retainBuffers(buffers));
}

WorkResult Commands::fill(ur_context_handle_t context, const Rows &to, const Extent &extent,
                          const void *pattern, size_t patternSize,
                          const adapter::UsedBuffers &buffers) {
  return makeFill(*context->device, to, extent, pattern, patternSize, retainBuffers(buffers));
}

void fillMemoryCommands(ur_dditable_t &table) {
  adapter::fillMemoryEnqueues<adapter::MemoryWork<Commands>>(table);
  adapter::fillBufferMaps<Maps>(table);
}

} // namespace ursa::vulkan
