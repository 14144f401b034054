#include "adapters/host/memory.h"

#include "adapters/common/memory_flags.h"
#include "adapters/common/memory_functions.h"
#include "adapters/common/references.h"
#include "adapters/host/context.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/topology.h"
#include "core/support/last_error.h"

#include <cstdlib>
#include <cstring>

ur_mem_handle_t_::ur_mem_handle_t_(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
                                   std::byte *memory, size_t bytes, bool ownsMemory,
                                   ur_mem_flags_t memoryFlags,
                                   const std::optional<ursa::host::ImageState> &imageState)
    : context(hContext), parent(parentBuffer), data(memory), size(bytes), ownsData(ownsMemory),
      flags(memoryFlags), image(imageState) {
  ursa::adapter::retain(context);
  if (parent)
    ursa::adapter::retain(parent);
}

ur_mem_handle_t_::~ur_mem_handle_t_() {
  if (ownsData)
    std::free(data);
  if (parent)
    ursa::adapter::release(parent);
  ursa::adapter::release(context);
}

namespace ursa::host {

Result<OwnedMemory> allocateMemory(size_t size, const char *purpose) {
  const size_t rounded = (size + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;
  OwnedMemory data(static_cast<std::byte *>(std::aligned_alloc(kMemoryAlignment, rounded)));
  if (!data)
    return makeError(UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE,
                     "There is no memory for {} of {} bytes.", purpose, size);
  return data;
}

namespace {

ur_result_t createBuffer(ur_context_handle_t hContext, ur_mem_flags_t flags, size_t size,
                         const ur_buffer_properties_t *pProperties, ur_mem_handle_t *phBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phBuffer);
    void *const host = pProperties ? pProperties->pHost : nullptr;
    URSA_CHECK(adapter::checkMemoryFlags(flags, host));
    if (size == 0 || size > topology().memoryBytes)
      return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                       "A buffer of {} bytes was requested; 1 to {} are possible.", size,
                       topology().memoryBytes);
    if (flags & UR_MEM_FLAG_USE_HOST_POINTER) {
      *phBuffer = new ur_mem_handle_t_(hContext, nullptr, static_cast<std::byte *>(host), size,
                                       /*ownsMemory=*/false, flags);
      return {};
    }
    URSA_TRY(OwnedMemory data, allocateMemory(size, "a buffer"));
    if (host)
      std::memcpy(data.get(), host, size);
    *phBuffer =
        new ur_mem_handle_t_(hContext, nullptr, data.get(), size, /*ownsMemory=*/true, flags);
    (void)data.release();
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
    if (hBuffer->image)
      return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT, "An image cannot be partitioned.");
    if (hBuffer->parent)
      return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                       "A part of a buffer cannot be partitioned again.");
    URSA_CHECK(
        adapter::checkPart(flags, bufferCreateType, *pRegion, hBuffer->flags, hBuffer->size));
    *phMem = new ur_mem_handle_t_(hBuffer->context, hBuffer, hBuffer->data + pRegion->origin,
                                  pRegion->size, /*ownsMemory=*/false,
                                  flags & adapter::kMemoryAccess ? flags : hBuffer->flags);
    return {};
  });
}

Result<size_t> bytesOfMemory(ur_mem_handle_t_ &memory) { return memory.size; }
uint32_t references(ur_mem_handle_t_ &memory) { return memory.references.load(); }

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  table.Mem.pfnBufferCreate = createBuffer;
  table.Mem.pfnBufferPartition = partition;
  table.Mem.pfnRetain = adapter::retainHandle<ur_mem_handle_t_>;
  table.Mem.pfnRelease = adapter::releaseHandle<ur_mem_handle_t_>;
  table.Mem.pfnGetInfo = adapter::getMemoryInfo<ur_mem_handle_t_, bytesOfMemory, references>;
}

} // namespace ursa::host
