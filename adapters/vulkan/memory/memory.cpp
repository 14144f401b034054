#include "adapters/vulkan/memory/memory.h"

#include "adapters/common/memory_functions.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"

#include <cstring>

namespace ursa::vulkan {

Memory::Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
               std::shared_ptr<Suballocation> memory, uint64_t first, uint64_t bytes,
               ur_mem_flags_t memoryFlags, std::byte *applications)
    : context(hContext), parent(parentBuffer), suballocation(std::move(memory)), offset(first),
      size(bytes), flags(memoryFlags), hostMemory(applications) {
  adapter::retain(context);
  if (parent)
    adapter::retain(parent);
}

Memory::~Memory() {
  if (parent)
    adapter::release(parent);
  adapter::release(context);
}

ur_device_handle_t_ &deviceOf(const ur_mem_handle_t_ &memory) { return *memory.context->device; }

namespace {

// Imports the application's memory if the device supports that and kernels can access it; otherwise
// null.
std::shared_ptr<Suballocation> importForBuffer(ur_device_handle_t_ &device, void *host,
                                               size_t size) {
  constexpr uint64_t kLargestScalar = 16; // the largest access of kernels
  if (!device.features.hostImport || device.isStaged ||
      reinterpret_cast<uint64_t>(host) % kLargestScalar != 0)
    return nullptr;
  auto suballocation = Suballocation::import(device, host, size);
  return suballocation ? *std::move(suballocation) : nullptr;
}

uint64_t maxBufferSize(const ur_context_handle_t_ &context) {
  return context.device->maxAllocation;
}

Result<ur_mem_handle_t> makeBuffer(ur_context_handle_t_ &context, ur_mem_flags_t flags, size_t size,
                                   void *host) {
  ur_device_handle_t_ &device = *context.device;
  std::byte *applications = nullptr;
  if (flags & UR_MEM_FLAG_USE_HOST_POINTER) {
    if (auto suballocation = importForBuffer(device, host, size))
      return new ur_mem_handle_t_(&context, nullptr, std::move(suballocation), 0, size, flags);
    applications = static_cast<std::byte *>(host);
  }
  const auto use = flags & UR_MEM_FLAG_ALLOC_HOST_POINTER ? MemoryUse::Host : MemoryUse::Device;
  URSA_TRY(auto suballocation, Suballocation::make(device, size, use, kBufferAlignment));
  if (host)
    URSA_CHECK(copyNow(context, Location::of(suballocation, 0), Location::ofHost(host), size));
  return new ur_mem_handle_t_(&context, nullptr, std::move(suballocation), 0, size, flags,
                              applications);
}

adapter::PartitionedMemory describe(const ur_mem_handle_t_ &memory) {
  return {false, memory.parent != nullptr, memory.flags, memory.size};
}

Result<ur_mem_handle_t> makePart(ur_mem_handle_t_ &buffer, ur_mem_flags_t flags,
                                 const ur_buffer_region_t &region) {
  return new ur_mem_handle_t_(buffer.context, &buffer, buffer.suballocation,
                              buffer.offset + region.origin, region.size, flags,
                              buffer.hostMemory ? buffer.hostMemory + region.origin : nullptr);
}

Result<size_t> bytesOf(ur_mem_handle_t_ &memory) { return memory.size; }
uint32_t references(ur_mem_handle_t_ &memory) {
  memory.context->device->reclaim(/*mustComplete=*/true); // completed commands retain no references
  return memory.references.load();
}

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  adapter::fillMemoryFunctions<ur_context_handle_t_, ur_mem_handle_t_, maxBufferSize, makeBuffer,
                               describe, makePart, bytesOf, references>(table);
  table.Mem.pfnRelease = releaseWhenIdle<ur_mem_handle_t_>;
}

} // namespace ursa::vulkan
