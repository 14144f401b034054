// Extensions of the fake driver: Intel's unified shared memory and variables of programs, and
// command buffers.
#define CL_NO_PROTOTYPES // the functions below have these names
#include "opencl/fake_object.h"

#include <CL/cl_ext.h>

#include <cstdlib>

using namespace ursa::testing;

namespace {

void *allocate(cl_int code, size_t size, cl_int *out) {
  *out = code;
  if (code != CL_SUCCESS)
    return nullptr;
  ++fakeDriver()->objects;
  return std::aligned_alloc(128, (size + 127) / 128 * 128);
}
void *CL_API_CALL clHostMemAllocINTEL(cl_context, const cl_ulong *, size_t size, cl_uint,
                                      cl_int *code) {
  return allocate(ENTER(), size, code);
}
void *CL_API_CALL clDeviceMemAllocINTEL(cl_context, cl_device_id, const cl_ulong *, size_t size,
                                        cl_uint, cl_int *code) {
  return allocate(ENTER(), size, code);
}
void *CL_API_CALL clSharedMemAllocINTEL(cl_context, cl_device_id, const cl_ulong *, size_t size,
                                        cl_uint, cl_int *code) {
  return allocate(ENTER(), size, code);
}
cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context, void *memory) {
  --fakeDriver()->objects;
  std::free(memory);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel, cl_uint, const void *) {
  return ENTER();
}
cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue, void *, const void *, size_t, size_t,
                                         cl_uint, const cl_event *, cl_event *event) {
  ENTER_OR_RETURN();
  complete(event);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue, cl_bool, void *, const void *, size_t,
                                        cl_uint, const cl_event *, cl_event *event) {
  ENTER_OR_RETURN();
  complete(event);
  return CL_SUCCESS;
}

std::vector<char> *variable(const char *name) {
  const auto found = fakeDriver()->variables.find(name);
  return found == fakeDriver()->variables.end() ? nullptr : &found->second;
}

cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id, cl_program, const char *name,
                                                         size_t *size, void **address) {
  ENTER_OR_RETURN();
  std::vector<char> *bytes = variable(name);
  if (!bytes)
    return CL_INVALID_ARG_VALUE;
  *size = bytes->size();
  *address = bytes->data();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(cl_command_queue, cl_program, const char *name,
                                                    cl_bool, size_t size, size_t offset, void *to,
                                                    cl_uint, const cl_event *, cl_event *event) {
  ENTER_OR_RETURN();
  std::memcpy(to, variable(name)->data() + offset, size);
  complete(event);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(cl_command_queue, cl_program, const char *name,
                                                     cl_bool, size_t size, size_t offset,
                                                     const void *from, cl_uint, const cl_event *,
                                                     cl_event *event) {
  ENTER_OR_RETURN();
  std::memcpy(variable(name)->data() + offset, from, size);
  complete(event);
  return CL_SUCCESS;
}

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint, const cl_command_queue *,
                                                           const cl_command_buffer_properties_khr *,
                                                           cl_int *code) {
  return make<cl_command_buffer_khr>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr buffer) {
  return release(buffer);
}
cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr) { return ENTER(); }
cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint, cl_command_queue *, cl_command_buffer_khr,
                                             cl_uint, const cl_event *, cl_event *event) {
  ENTER_OR_RETURN();
  complete(event);
  return CL_SUCCESS;
}

// Sync points are numbered in the order of all recorded commands of the process.
cl_int record(cl_int code, cl_sync_point_khr *point) {
  static std::atomic<cl_sync_point_khr> &last = *new std::atomic<cl_sync_point_khr>(0);
  if (code == CL_SUCCESS && point)
    *point = ++last;
  return code;
}
cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr, cl_command_queue,
                                             const cl_ndrange_kernel_command_properties_khr *,
                                             cl_kernel, cl_uint, const size_t *, const size_t *,
                                             const size_t *, cl_uint, const cl_sync_point_khr *,
                                             cl_sync_point_khr *point, cl_mutable_command_khr *) {
  return record(ENTER(), point);
}
cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem,
                                          size_t, size_t, size_t, cl_uint,
                                          const cl_sync_point_khr *, cl_sync_point_khr *point,
                                          cl_mutable_command_khr *) {
  return record(ENTER(), point);
}
cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr, cl_command_queue, cl_mem,
                                          const void *, size_t, size_t, size_t, cl_uint,
                                          const cl_sync_point_khr *, cl_sync_point_khr *point,
                                          cl_mutable_command_khr *) {
  return record(ENTER(), point);
}

} // namespace

void *ursa::testing::fakeExtension(std::string_view name) {
#define ENTRY(function)                                                                            \
  if (name == #function)                                                                           \
  return reinterpret_cast<void *>(function)
  if (fakeDriver()->extensions == "cl_intel_unified_shared_memory") {
    ENTRY(clHostMemAllocINTEL);
    ENTRY(clDeviceMemAllocINTEL);
    ENTRY(clSharedMemAllocINTEL);
    ENTRY(clMemBlockingFreeINTEL);
    ENTRY(clSetKernelArgMemPointerINTEL);
    ENTRY(clEnqueueMemFillINTEL);
    ENTRY(clEnqueueMemcpyINTEL);
  }
  if (!fakeDriver()->variables.empty()) {
    ENTRY(clGetDeviceGlobalVariablePointerINTEL);
    ENTRY(clEnqueueReadGlobalVariableINTEL);
    ENTRY(clEnqueueWriteGlobalVariableINTEL);
  }
  if (fakeDriver()->commandBufferVersion != 0) {
    ENTRY(clCreateCommandBufferKHR);
    ENTRY(clReleaseCommandBufferKHR);
    ENTRY(clFinalizeCommandBufferKHR);
    ENTRY(clEnqueueCommandBufferKHR);
    ENTRY(clCommandNDRangeKernelKHR);
    ENTRY(clCommandCopyBufferKHR);
    ENTRY(clCommandFillBufferKHR);
  }
#undef ENTRY
  return nullptr;
}
