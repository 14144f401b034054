#include "adapters/cuda/memory/memory.h"

#include "adapters/common/memory_functions.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"

#include <algorithm>

namespace ursa::cuda {

BufferMemory::~BufferMemory() {
  if (kind == Kind::Host)
    native.retire(
        [memory = address] { (void)cu().cuMemFreeHost(reinterpret_cast<void *>(memory)); });
  else if (kind == Kind::Small)
    native.retire([&context = native, memory = address, bytes = size] {
      context.smallMemory.putBack(memory, bytes);
    });
  else if (kind != Kind::Foreign)
    native.retire([memory = address] { (void)cu().cuMemFree(memory); });
}

Memory::Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
               std::shared_ptr<const BufferMemory> bufferMemory, uint64_t first, uint64_t bytes,
               ur_mem_flags_t memoryFlags, std::byte *applications,
               std::shared_ptr<const MemImage> itsImage)
    : context(hContext), parent(parentBuffer), image(std::move(itsImage)),
      memory(std::move(bufferMemory)), offset(first), size(bytes), flags(memoryFlags),
      hostMemory(applications) {
  adapter::retain(context);
  if (parent)
    adapter::retain(parent);
}

Memory::~Memory() {
  if (parent)
    adapter::release(parent);
  adapter::release(context);
}

namespace {

uint64_t maxBufferSize(const ur_context_handle_t_ &context) {
  uint64_t most = 0;
  for (const NativeContext *native : context.natives)
    most = std::max(most, native->device.memoryBytes);
  return most;
}

Result<std::shared_ptr<const BufferMemory>> allocate(ur_context_handle_t_ &context,
                                                     ur_mem_flags_t flags, size_t size) {
  NativeContext &native = context.first();
  URSA_TRY(const Current current, native.enter());
  const auto make = [&](CUdeviceptr address, BufferMemory::Kind kind) {
    return std::shared_ptr<const BufferMemory>(new BufferMemory{native, address, size, kind});
  };
  if (flags & UR_MEM_FLAG_ALLOC_HOST_POINTER) {
    URSA_TRY(void *const memory, native.allocateHost(size));
    return make(reinterpret_cast<CUdeviceptr>(memory), BufferMemory::Kind::Host);
  }
  if (context.natives.size() > 1) {
    URSA_TRY(const CUdeviceptr memory, native.allocateManaged(size));
    return make(memory, BufferMemory::Kind::Managed);
  }
  if (size <= SmallMemory::kLargest) {
    URSA_TRY(const CUdeviceptr memory, native.smallMemory.take(native, size));
    return make(memory, BufferMemory::Kind::Small);
  }
  URSA_TRY(const CUdeviceptr memory, native.allocateDevice(size));
  return make(memory, BufferMemory::Kind::Device);
}

Result<ur_mem_handle_t> makeBuffer(ur_context_handle_t_ &context, ur_mem_flags_t flags, size_t size,
                                   void *host) {
  URSA_TRY(auto memory, allocate(context, flags, size));
  if (host)
    URSA_CHECK(copyToNew(*memory, host));
  return new ur_mem_handle_t_(&context, nullptr, std::move(memory), 0, size, flags,
                              flags & UR_MEM_FLAG_USE_HOST_POINTER ? static_cast<std::byte *>(host)
                                                                   : nullptr);
}

adapter::PartitionedMemory describe(const ur_mem_handle_t_ &memory) {
  return {memory.image != nullptr, memory.parent != nullptr, memory.flags, memory.size};
}

Result<ur_mem_handle_t> makePart(ur_mem_handle_t_ &buffer, ur_mem_flags_t flags,
                                 const ur_buffer_region_t &region) {
  return new ur_mem_handle_t_(buffer.context, &buffer, buffer.memory, buffer.offset + region.origin,
                              region.size, flags,
                              buffer.hostMemory ? buffer.hostMemory + region.origin : nullptr);
}

Result<size_t> bytesOf(ur_mem_handle_t_ &memory) { return memory.size; }
uint32_t references(ur_mem_handle_t_ &memory) {
  memory.memory->native.reclaim(); // completed commands retain no references
  return memory.references.load();
}

} // namespace

Result<void> copyToNew(const BufferMemory &memory, const void *from) {
  const uint64_t size = memory.size;
  URSA_TRY(const WorkPointer work,
           makeCopy(memory.native, {{memory.address}, size, size},
                    {Commands::hostLocation(from), size, size}, {size}, {}));
  return runNow(memory.native, *work);
}

void fillMemoryTable(ur_dditable_t &table) {
  adapter::fillMemoryFunctions<ur_context_handle_t_, ur_mem_handle_t_, maxBufferSize, makeBuffer,
                               describe, makePart, bytesOf, references>(table);
}

} // namespace ursa::cuda
