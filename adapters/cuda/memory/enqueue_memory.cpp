// Copies, fills and mappings of buffers.
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/memory/memory.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {
namespace {

using adapter::Ref;

std::shared_ptr<const void> retainBuffer(ur_mem_handle_t buffer) {
  return std::make_shared<const Ref<ur_mem_handle_t_>>(buffer);
}

Keeps retainBuffers(const adapter::UsedBuffers &buffers) {
  Keeps retained;
  for (const ur_mem_handle_t buffer : buffers)
    if (buffer)
      retained.push_back(retainBuffer(buffer));
  return retained;
}

WorkResult copyBetween(ur_mem_handle_t_ &buffer, uint64_t at, std::byte *host, size_t size,
                       bool isToHost, Keeps keeps) {
  const Rows onHost{Commands::hostLocation(host), size, size};
  const Rows onDevice{buffer.location(at), size, size};
  keeps.push_back(retainBuffer(&buffer));
  return makeCopy(buffer.memory->native, isToHost ? onHost : onDevice, isToHost ? onDevice : onHost,
                  {size}, std::move(keeps));
}

// A mapping of memory that the host cannot access is a copy, which is written back when it is
// unmapped.
WorkResult mapStaged(ur_mem_handle_t_ &buffer, ur_map_flags_t flags, size_t offset, size_t size,
                     std::byte *&mapped) {
  const bool isOverwritten = flags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION;
  PinnedPointer block;
  if (buffer.hostMemory) {
    mapped = buffer.hostMemory + offset;
  } else {
    NativeContext &native = buffer.memory->native;
    URSA_TRY(const Current current, native.enter());
    URSA_TRY(block, native.pinned(size));
    mapped = block->memory;
  }
  WorkPointer work;
  if (!isOverwritten) {
    URSA_TRY(work, copyBetween(buffer, offset, mapped, size, /*isToHost=*/true, {block}));
  }
  const std::lock_guard guard(buffer.mutex);
  buffer.mappings.emplace(mapped, Memory::Mapping{std::move(block), offset, size,
                                                  isOverwritten || (flags & UR_MAP_FLAG_WRITE)});
  return work;
}

using Mappings = decltype(Memory::mappings);

Result<Mappings::node_type> takeMapping(ur_mem_handle_t_ &buffer, void *pointer) {
  const std::lock_guard guard(buffer.mutex);
  const auto found = buffer.mappings.find(static_cast<std::byte *>(pointer));
  if (found == buffer.mappings.end())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.", pointer);
  return buffer.mappings.extract(found);
}

WorkResult unmapStaged(ur_mem_handle_t_ &buffer, const Mappings::node_type &taken) {
  const Memory::Mapping &mapping = taken.mapped();
  if (mapping.isWritten)
    return copyBetween(buffer, mapping.at, taken.key(), mapping.bytes, /*isToHost=*/false,
                       {mapping.block});
  auto work = std::make_shared<Work>(); // the block may still be written by the mapping's command
  work->submit = [](Submission &) { return Result<void>(); };
  work->keeps.push_back(mapping.block);
  return WorkPointer(std::move(work));
}

struct Maps : Commands {
  static Result<void *> map(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            ur_map_flags_t flags, size_t offset, size_t size) {
    if (buffer.isForHost() && !buffer.hostMemory) {
      URSA_CHECK(enqueue(parameters, nullptr));
      return buffer.location(offset).host();
    }
    std::byte *mapped = nullptr;
    URSA_TRY(const cuda::WorkPointer work, mapStaged(buffer, flags, offset, size, mapped));
    if (auto enqueued = enqueue(parameters, work); !enqueued) {
      const std::lock_guard guard(buffer.mutex);
      buffer.mappings.erase(buffer.mappings.find(mapped)); // any of those that begin there
      return enqueued.error();
    }
    return mapped;
  }

  static Result<void> unmap(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            void *mapped) {
    if (buffer.isForHost() && !buffer.hostMemory) {
      URSA_CHECK(adapter::checkMapping(
          mapped, static_cast<const std::byte *>(buffer.location(0).host()), buffer.size));
      return enqueue(parameters, nullptr);
    }
    URSA_TRY(Mappings::node_type taken, takeMapping(buffer, mapped));
    const auto unmapTaken = [&]() -> Result<void> {
      URSA_TRY(const cuda::WorkPointer work, unmapStaged(buffer, taken));
      return enqueue(parameters, work);
    };
    auto unmapped = unmapTaken();
    if (!unmapped) {
      const std::lock_guard guard(buffer.mutex);
      buffer.mappings.insert(std::move(taken));
    }
    return unmapped;
  }
};

ur_result_t usmCopy(ur_queue_handle_t hQueue, bool blocking, void *pDst, const void *pSrc,
                    size_t size, uint32_t numEventsInWaitList,
                    const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  const EnqueueParameters parameters{
      hQueue, UR_COMMAND_USM_MEMCPY, numEventsInWaitList, phEventWaitList, phEvent, blocking};
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkEnqueue(parameters));
    if (!Captures::mayCapture(parameters)) {
      URSA_CHECK(adapter::checkUsmCopy(pDst, pSrc, size));
      return enqueueCopy(parameters, pDst, pSrc, size);
    }
    URSA_TRY(const cuda::WorkPointer work,
             adapter::MemoryWork<Commands>::usmCopy(hQueue->context, pDst, pSrc, size));
    return cuda::enqueue(parameters, work);
  });
}

} // namespace

Result<void> Commands::checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer) {
  return adapter::checkBufferOf<&Memory::image>(context, buffer);
}

// The driver copies between all contexts.
Result<void> Commands::checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                    ur_mem_handle_t destination) {
  return adapter::checkEitherOf<&Memory::image>(context, source, destination);
}

Location Commands::bufferLocation(ur_mem_handle_t buffer, size_t offset) {
  return buffer->location(offset);
}

WorkResult Commands::copy(ur_context_handle_t context, const Rows &to, const Rows &from,
                          const Extent &extent, const adapter::UsedBuffers &buffers) {
  return makeCopy(context->first(), to, from, extent, retainBuffers(buffers));
}

WorkResult Commands::fill(ur_context_handle_t context, const Rows &to, const Extent &extent,
                          const void *pattern, size_t patternSize,
                          const adapter::UsedBuffers &buffers) {
  return makeFill(context->first(), to, extent, pattern, patternSize, retainBuffers(buffers));
}

void fillMemoryCommands(ur_dditable_t &table) {
  adapter::fillMemoryEnqueues<adapter::MemoryWork<Commands>>(table);
  table.Enqueue.pfnUSMMemcpy = usmCopy;
  adapter::fillBufferMaps<Maps>(table);
}

} // namespace ursa::cuda
