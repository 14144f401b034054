#include "adapters/vulkan/memory.h"

#include "adapters/common/memory_flags.h"
#include "adapters/common/memory_functions.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/release.h"
#include "adapters/vulkan/tables.h"

#include <cstring>

ur_mem_handle_t_::ur_mem_handle_t_(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
                                   std::shared_ptr<ursa::vulkan::Suballocation> memory,
                                   uint64_t first, uint64_t bytes, ur_mem_flags_t memoryFlags,
                                   std::byte *applications)
    : context(hContext), parent(parentBuffer), suballocation(std::move(memory)), offset(first),
      size(bytes), flags(memoryFlags), hostMemory(applications) {
  ursa::adapter::retain(context);
  if (parent)
    ursa::adapter::retain(parent);
}

ur_mem_handle_t_::~ur_mem_handle_t_() {
  if (parent)
    ursa::adapter::release(parent);
  ursa::adapter::release(context);
}

namespace ursa::vulkan {

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

ur_result_t createBuffer(ur_context_handle_t hContext, ur_mem_flags_t flags, size_t size,
                         const ur_buffer_properties_t *pProperties, ur_mem_handle_t *phBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phBuffer);
    void *const host = pProperties ? pProperties->pHost : nullptr;
    URSA_CHECK(adapter::checkMemoryFlags(flags, host));
    ur_device_handle_t_ &device = *hContext->device;
    if (size == 0 || size > device.maxAllocation)
      return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                       "A buffer of {} bytes was requested; 1 to {} are possible.", size,
                       device.maxAllocation);
    std::byte *applications = nullptr;
    if (flags & UR_MEM_FLAG_USE_HOST_POINTER) {
      if (auto suballocation = importForBuffer(device, host, size)) {
        *phBuffer =
            new ur_mem_handle_t_(hContext, nullptr, std::move(suballocation), 0, size, flags);
        return {};
      }
      applications = static_cast<std::byte *>(host);
    }
    const auto use = flags & UR_MEM_FLAG_ALLOC_HOST_POINTER ? MemoryUse::Host : MemoryUse::Device;
    URSA_TRY(auto suballocation, Suballocation::make(device, size, use, kBufferAlignment));
    if (host)
      URSA_CHECK(copyNow(*hContext, Place::of(suballocation, 0), Place::ofHost(host), size));
    *phBuffer = new ur_mem_handle_t_(hContext, nullptr, std::move(suballocation), 0, size, flags,
                                     applications);
    return {};
  });
}

ur_result_t partition(ur_mem_handle_t hBuffer, ur_mem_flags_t flags,
                      ur_buffer_create_type_t bufferCreateType, const ur_buffer_region_t *pRegion,
                      ur_mem_handle_t *phMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hBuffer);
    URSA_POINTER(pRegion);
    URSA_POINTER(phMem);
    if (hBuffer->parent)
      return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                       "A sub-buffer cannot be partitioned again.");
    URSA_CHECK(
        adapter::checkPart(flags, bufferCreateType, *pRegion, hBuffer->flags, hBuffer->size));
    *phMem = new ur_mem_handle_t_(
        hBuffer->context, hBuffer, hBuffer->suballocation, hBuffer->offset + pRegion->origin,
        pRegion->size, flags & adapter::kMemoryAccess ? flags : hBuffer->flags,
        hBuffer->hostMemory ? hBuffer->hostMemory + pRegion->origin : nullptr);
    return {};
  });
}

Result<size_t> bytesOf(ur_mem_handle_t_ &memory) { return memory.size; }
uint32_t references(ur_mem_handle_t_ &memory) {
  memory.context->device->reclaim(); // completed commands retain no references
  return memory.references.load();
}

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  table.Mem.pfnBufferCreate = createBuffer;
  table.Mem.pfnBufferPartition = partition;
  table.Mem.pfnRetain = adapter::retainHandle<ur_mem_handle_t_>;
  table.Mem.pfnRelease = releaseWhenIdle<ur_mem_handle_t_>;
  table.Mem.pfnGetInfo = adapter::getMemoryInfo<ur_mem_handle_t_, bytesOf, references>;
}

} // namespace ursa::vulkan
