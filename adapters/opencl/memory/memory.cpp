#include "adapters/opencl/memory/memory.h"

#include "adapters/common/memory_functions.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::opencl {

void Memory::retainContext() { adapter::retain(context); }

Memory::~Memory() {
  clReleaseMemObject(id);
  adapter::release(context);
}

namespace {

constexpr std::pair<ur_mem_flag_t, cl_mem_flags> kMemoryFlags[] = {
    {UR_MEM_FLAG_READ_WRITE, CL_MEM_READ_WRITE},
    {UR_MEM_FLAG_WRITE_ONLY, CL_MEM_WRITE_ONLY},
    {UR_MEM_FLAG_READ_ONLY, CL_MEM_READ_ONLY},
    {UR_MEM_FLAG_USE_HOST_POINTER, CL_MEM_USE_HOST_PTR},
    {UR_MEM_FLAG_ALLOC_HOST_POINTER, CL_MEM_ALLOC_HOST_PTR},
    {UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, CL_MEM_COPY_HOST_PTR}};

} // namespace

Result<cl_mem_flags> memoryFlags(ur_mem_flags_t flags, const void *hostPointer) {
  URSA_CHECK(adapter::checkMemoryFlags(flags, hostPointer));
  cl_mem_flags native = 0;
  for (const auto &[ours, theirs] : kMemoryFlags)
    if (flags & ours)
      native |= theirs;
  return native;
}

namespace {

// Not every driver checks the size.
uint64_t maxBufferSize(const ur_context_handle_t_ &context) {
  uint64_t most = 0;
  for (const ur_device_handle_t device : context.devices)
    most = std::max(most, device->maxAllocation);
  return most;
}

Result<ur_mem_handle_t> makeBuffer(ur_context_handle_t_ &context, ur_mem_flags_t flags, size_t size,
                                   void *host) {
  URSA_TRY(const cl_mem_flags native, memoryFlags(flags, host));
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(context.id, native, size, host, &code);
  URSA_CHECK(checkCl(code, "clCreateBuffer"));
  return new ur_mem_handle_t_(&context, memory, /*image=*/false, size);
}

Result<adapter::PartitionedMemory> describe(const ur_mem_handle_t_ &memory) {
  URSA_TRY(const auto whole,
           URSA_CL_VALUE(cl_mem, clGetMemObjectInfo, CL_MEM_ASSOCIATED_MEMOBJECT, memory.id));
  URSA_TRY(const auto native,
           URSA_CL_VALUE(cl_mem_flags, clGetMemObjectInfo, CL_MEM_FLAGS, memory.id));
  ur_mem_flags_t flags = 0;
  for (const auto &[ours, theirs] : kMemoryFlags)
    if (native & theirs)
      flags |= ours;
  return adapter::PartitionedMemory{memory.isImage, whole != nullptr, flags, memory.size};
}

Result<ur_mem_handle_t> makePart(ur_mem_handle_t_ &buffer, ur_mem_flags_t flags,
                                 const ur_buffer_region_t &region) {
  URSA_TRY(const cl_mem_flags native, memoryFlags(flags & adapter::kMemoryAccess, nullptr));
  const cl_buffer_region part{region.origin, region.size};
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateSubBuffer(buffer.id, native, CL_BUFFER_CREATE_TYPE_REGION, &part, &code);
  URSA_CHECK(checkCl(code, "clCreateSubBuffer"));
  return new ur_mem_handle_t_(buffer.context, memory, /*image=*/false, region.size);
}

Result<size_t> bytesOf(ur_mem_handle_t_ &memory) {
  return URSA_CL_VALUE(size_t, clGetMemObjectInfo, CL_MEM_SIZE, memory.id);
}
uint32_t references(ur_mem_handle_t_ &memory) { return memory.references.load(); }

} // namespace

void fillMemoryTable(ur_dditable_t &table) {
  adapter::fillMemoryFunctions<ur_context_handle_t_, ur_mem_handle_t_, maxBufferSize, makeBuffer,
                               describe, makePart, bytesOf, references>(table);
}

} // namespace ursa::opencl
