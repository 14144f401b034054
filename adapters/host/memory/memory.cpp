#include "adapters/host/memory/memory.h"

#include "adapters/common/memory_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/topology.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/memory/large_pages.h"
#include "support/last_error.h"

#include <cstdlib>
#include <cstring>

namespace ursa::host {

using format::host::kMemoryAlignment;

Memory::Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer, std::byte *memory,
               size_t bytes, bool ownsMemory, ur_mem_flags_t memoryFlags,
               const std::optional<ImageState> &imageState)
    : context(hContext), parent(parentBuffer), data(memory), size(bytes), ownsData(ownsMemory),
      flags(memoryFlags), image(imageState) {
  adapter::retain(context);
  if (parent)
    adapter::retain(parent);
}

Memory::~Memory() {
  if (ownsData)
    std::free(data);
  if (parent)
    adapter::release(parent);
  adapter::release(context);
}

Result<OwnedMemory> allocateMemory(size_t size, const char *purpose) {
  OwnedMemory data(static_cast<std::byte *>(allocateAligned(kMemoryAlignment, size)));
  if (!data)
    return makeError(UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE,
                     "There is no memory for {} of {} bytes.", purpose, size);
  return data;
}

namespace {

uint64_t maxBufferSize(const ur_context_handle_t_ &) { return topology().memoryBytes; }

Result<ur_mem_handle_t> makeBuffer(ur_context_handle_t_ &context, ur_mem_flags_t flags, size_t size,
                                   void *host) {
  if (flags & UR_MEM_FLAG_USE_HOST_POINTER)
    return new ur_mem_handle_t_(&context, nullptr, static_cast<std::byte *>(host), size,
                                /*ownsMemory=*/false, flags);
  URSA_TRY(OwnedMemory data, allocateMemory(size, "a buffer"));
  if (host)
    std::memcpy(data.get(), host, size);
  auto *buffer =
      new ur_mem_handle_t_(&context, nullptr, data.get(), size, /*ownsMemory=*/true, flags);
  (void)data.release();
  return buffer;
}

adapter::PartitionedMemory describeMemory(const ur_mem_handle_t_ &memory) {
  return {memory.image.has_value(), memory.parent != nullptr, memory.flags, memory.size};
}

Result<ur_mem_handle_t> makePart(ur_mem_handle_t_ &buffer, ur_mem_flags_t flags,
                                 const ur_buffer_region_t &region) {
  return new ur_mem_handle_t_(buffer.context, &buffer, buffer.data + region.origin, region.size,
                              /*ownsMemory=*/false, flags);
}

Result<size_t> bytesOfMemory(ur_mem_handle_t_ &memory) { return memory.size; }
uint32_t references(ur_mem_handle_t_ &memory) { return memory.references.load(); }

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  adapter::fillMemoryFunctions<ur_context_handle_t_, ur_mem_handle_t_, maxBufferSize, makeBuffer,
                               describeMemory, makePart, bytesOfMemory, references>(table);
}

} // namespace ursa::host
