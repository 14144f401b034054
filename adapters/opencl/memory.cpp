#include "adapters/opencl/memory.h"

#include "adapters/common/memory_flags.h"
#include "adapters/common/memory_functions.h"
#include "adapters/common/references.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/device.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

#include <algorithm>

void ur_mem_handle_t_::retainContext() { ursa::adapter::retain(context); }

ur_mem_handle_t_::~ur_mem_handle_t_() {
  clReleaseMemObject(id);
  ursa::adapter::release(context);
}

namespace ursa::opencl {

namespace {

// Not every driver checks the size.
Result<void> checkSize(const ur_context_handle_t_ &context, size_t size) {
  uint64_t most = 0;
  for (const ur_device_handle_t device : context.devices)
    most = std::max(most, device->maxAllocation);
  if (size == 0 || size > most)
    return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                     "A buffer of {} bytes was requested; 1 to {} are possible.", size, most);
  return {};
}

Result<void> checkPart(const ur_mem_handle_t_ &buffer, const ur_buffer_region_t &region) {
  URSA_TRY(const auto whole,
           URSA_CL_VALUE(cl_mem, clGetMemObjectInfo, CL_MEM_ASSOCIATED_MEMOBJECT, buffer.id));
  if (buffer.isImage || whole)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "A sub-buffer can be created only from a buffer; this is {}.",
                     buffer.isImage ? "an image" : "a sub-buffer");
  if (region.size == 0 || region.origin > buffer.size || region.size > buffer.size - region.origin)
    return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                     "The region of {} bytes at {} does not lie in the buffer of {} bytes.",
                     region.size, region.origin, buffer.size);
  return {};
}

} // namespace

Result<cl_mem_flags> memoryFlags(ur_mem_flags_t flags, const void *hostPointer) {
  URSA_CHECK(adapter::checkMemoryFlags(flags, hostPointer));
  constexpr std::pair<ur_mem_flag_t, cl_mem_flags> kFlags[] = {
      {UR_MEM_FLAG_READ_WRITE, CL_MEM_READ_WRITE},
      {UR_MEM_FLAG_WRITE_ONLY, CL_MEM_WRITE_ONLY},
      {UR_MEM_FLAG_READ_ONLY, CL_MEM_READ_ONLY},
      {UR_MEM_FLAG_USE_HOST_POINTER, CL_MEM_USE_HOST_PTR},
      {UR_MEM_FLAG_ALLOC_HOST_POINTER, CL_MEM_ALLOC_HOST_PTR},
      {UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, CL_MEM_COPY_HOST_PTR}};
  cl_mem_flags native = 0;
  for (const auto &[ours, theirs] : kFlags)
    if (flags & ours)
      native |= theirs;
  return native;
}

namespace {

ur_result_t createBuffer(ur_context_handle_t hContext, ur_mem_flags_t flags, size_t size,
                         const ur_buffer_properties_t *pProperties, ur_mem_handle_t *phBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phBuffer);
    void *const host = pProperties ? pProperties->pHost : nullptr;
    URSA_TRY(const cl_mem_flags native, memoryFlags(flags, host));
    URSA_CHECK(checkSize(*hContext, size));
    cl_int code = CL_SUCCESS;
    cl_mem memory = clCreateBuffer(hContext->id, native, size, host, &code);
    URSA_CHECK(checkCl(code, "clCreateBuffer"));
    *phBuffer = new ur_mem_handle_t_(hContext, memory, /*image=*/false, size);
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
    if (bufferCreateType != UR_BUFFER_CREATE_TYPE_REGION)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The buffer creation type {} is not defined.",
                       static_cast<int>(bufferCreateType));
    URSA_TRY(const cl_mem_flags native, memoryFlags(flags, nullptr));
    URSA_CHECK(checkPart(*hBuffer, *pRegion));
    const cl_buffer_region region{pRegion->origin, pRegion->size};
    cl_int code = CL_SUCCESS;
    cl_mem memory =
        clCreateSubBuffer(hBuffer->id, native, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    URSA_CHECK(checkCl(code, "clCreateSubBuffer"));
    *phMem = new ur_mem_handle_t_(hBuffer->context, memory, /*image=*/false, pRegion->size);
    return {};
  });
}

Result<size_t> bytesOf(ur_mem_handle_t_ &memory) {
  return URSA_CL_VALUE(size_t, clGetMemObjectInfo, CL_MEM_SIZE, memory.id);
}
uint32_t references(ur_mem_handle_t_ &memory) { return memory.references.load(); }

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  table.Mem.pfnBufferCreate = createBuffer;
  table.Mem.pfnBufferPartition = partition;
  table.Mem.pfnRetain = adapter::retainHandle<ur_mem_handle_t_>;
  table.Mem.pfnRelease = adapter::releaseHandle<ur_mem_handle_t_>;
  table.Mem.pfnGetInfo = adapter::getMemoryInfo<ur_mem_handle_t_, bytesOf, references>;
}

} // namespace ursa::opencl
