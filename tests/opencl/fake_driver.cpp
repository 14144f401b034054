#include "opencl/fake_driver.h"

#include <CL/cl_icd.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

using ursa::testing::FakeDriver;

extern "C" [[gnu::visibility("default")]] FakeDriver *fakeDriver() {
  static FakeDriver &driver = *new FakeDriver;
  return &driver;
}

namespace {

const cl_icd_dispatch &dispatch();

// What every handle points to: the dispatch table first, as the ICD loader wants it.
struct Object {
  const cl_icd_dispatch *table = &dispatch();
  std::atomic<int> references = 1;
  bool isCounted = false;
  std::vector<char> bytes; ///< of a buffer
};

/// Notes a call. @return what it is to answer
cl_int enter(const char *function) {
  const std::lock_guard guard(fakeDriver()->mutex);
  fakeDriver()->called.insert(function);
  ++fakeDriver()->calls[function];
  return fakeDriver()->failing == function ? fakeDriver()->code : CL_SUCCESS;
}

#define ENTER() enter(__func__)
#define ENTER_OR_RETURN()                                                                          \
  if (const cl_int code = ENTER())                                                                 \
  return code

template <class Handle> Handle make(cl_int code, cl_int *out) {
  if (out)
    *out = code;
  if (code != CL_SUCCESS)
    return nullptr;
  auto *object = new Object;
  object->isCounted = true;
  ++fakeDriver()->objects;
  return reinterpret_cast<Handle>(object);
}

template <class Handle> cl_int release(Handle handle) {
  auto *object = reinterpret_cast<Object *>(handle);
  if (--object->references == 0 && object->isCounted) {
    --fakeDriver()->objects;
    delete object;
  }
  return CL_SUCCESS;
}

template <class Handle> cl_int retain(Handle handle) {
  ++reinterpret_cast<Object *>(handle)->references;
  return CL_SUCCESS;
}

cl_int answer(const void *value, size_t size, size_t room, void *out, size_t *sizeRet) {
  if (out) {
    if (room < size)
      return CL_INVALID_VALUE;
    std::memcpy(out, value, size);
  }
  if (sizeRet)
    *sizeRet = size;
  return CL_SUCCESS;
}
template <class T> cl_int answer(const T &value, size_t room, void *out, size_t *sizeRet) {
  return answer(&value, sizeof(value), room, out, sizeRet);
}
cl_int answerText(std::string_view text, size_t room, void *out, size_t *sizeRet) {
  return answer(std::string(text).c_str(), text.size() + 1, room, out, sizeRet);
}

Object &platform() {
  static Object &object = *new Object;
  return object;
}
Object &device() {
  static Object &object = *new Object;
  return object;
}

void complete(cl_event *event) {
  if (event)
    *event = make<cl_event>(CL_SUCCESS, nullptr);
}

cl_int CL_API_CALL platformIds(cl_uint room, cl_platform_id *ids, cl_uint *count) {
  if (ids && room != 0)
    ids[0] = reinterpret_cast<cl_platform_id>(&platform());
  if (count)
    *count = 1;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info query, size_t room, void *out,
                                     size_t *sizeRet) {
  switch (query) { // the ICD loader asks these itself, so that they do not fail
  case CL_PLATFORM_EXTENSIONS:
    return answerText("cl_khr_icd", room, out, sizeRet);
  case CL_PLATFORM_VERSION:
    return answerText("OpenCL 3.0 fake", room, out, sizeRet);
  case CL_PLATFORM_PROFILE:
    return answerText("FULL_PROFILE", room, out, sizeRet);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return answerText("FAKE", room, out, sizeRet);
  default:
    ENTER_OR_RETURN();
    return answerText("Fake", room, out, sizeRet);
  }
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint room, cl_device_id *ids,
                                  cl_uint *count) {
  ENTER_OR_RETURN();
  if (ids && room != 0)
    ids[0] = reinterpret_cast<cl_device_id>(&device());
  if (count)
    *count = 1;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id, cl_device_info query, size_t room, void *out,
                                   size_t *sizeRet) {
  ENTER_OR_RETURN();
  switch (query) {
  case CL_DEVICE_VERSION:
    return answerText("OpenCL 3.0 fake", room, out, sizeRet);
  case CL_DEVICE_IL_VERSION:
    return answerText("SPIR-V_1.2", room, out, sizeRet);
  case CL_DEVICE_NAME:
    return answerText("Fake device", room, out, sizeRet);
  case CL_DEVICE_EXTENSIONS:
    return answerText("", room, out, sizeRet);
  case CL_DEVICE_PLATFORM:
    return answer(reinterpret_cast<cl_platform_id>(&platform()), room, out, sizeRet);
  case CL_DEVICE_TYPE:
    return answer(cl_device_type{CL_DEVICE_TYPE_ACCELERATOR}, room, out, sizeRet);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
    const size_t sizes[3] = {64, 64, 64};
    return answer(sizes, room, out, sizeRet);
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return answer(size_t{64}, room, out, sizeRet);
  default:
    return answer(cl_ulong{1} << 20, room, out, sizeRet);
  }
}

cl_int CL_API_CALL clRetainDevice(cl_device_id) { return CL_SUCCESS; }
cl_int CL_API_CALL clReleaseDevice(cl_device_id) { return CL_SUCCESS; }

cl_context CL_API_CALL clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                                       void(CL_CALLBACK *)(const char *, const void *, size_t,
                                                           void *),
                                       void *, cl_int *code) {
  return make<cl_context>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseContext(cl_context context) { return release(context); }

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                                const cl_queue_properties *,
                                                                cl_int *code) {
  return make<cl_command_queue>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) { return release(queue); }

cl_mem CL_API_CALL clCreateBuffer(cl_context, cl_mem_flags, size_t size, void *, cl_int *code) {
  auto memory = make<cl_mem>(ENTER(), code);
  if (memory)
    reinterpret_cast<Object *>(memory)->bytes.resize(size);
  return memory;
}
cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) { return release(memory); }

cl_program CL_API_CALL clCreateProgramWithIL(cl_context, const void *, size_t, cl_int *code) {
  return make<cl_program>(ENTER(), code);
}
cl_int CL_API_CALL clRetainProgram(cl_program program) { return retain(program); }
cl_int CL_API_CALL clReleaseProgram(cl_program program) { return release(program); }

cl_int CL_API_CALL clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                                  void(CL_CALLBACK *)(cl_program, void *), void *) {
  return ENTER();
}

cl_int CL_API_CALL clGetProgramInfo(cl_program, cl_program_info query, size_t room, void *out,
                                    size_t *sizeRet) {
  ENTER_OR_RETURN();
  return query == CL_PROGRAM_KERNEL_NAMES ? answerText("iota", room, out, sizeRet)
                                          : answer(size_t{0}, room, out, sizeRet);
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info query,
                                         size_t room, void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (query == CL_PROGRAM_BUILD_STATUS)
    return answer(cl_build_status{fakeDriver()->failing == "clBuildProgram" ? CL_BUILD_ERROR
                                                                            : CL_BUILD_SUCCESS},
                  room, out, sizeRet);
  return answerText(fakeDriver()->buildLog, room, out, sizeRet);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program, const char *, cl_int *code) {
  return make<cl_kernel>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return release(kernel); }

cl_int CL_API_CALL clGetKernelInfo(cl_kernel, cl_kernel_info, size_t room, void *out,
                                   size_t *sizeRet) {
  ENTER_OR_RETURN();
  return answer(cl_uint{2}, room, out, sizeRet);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel, cl_device_id,
                                            cl_kernel_work_group_info query, size_t room, void *out,
                                            size_t *sizeRet) {
  ENTER_OR_RETURN();
  const size_t none[3] = {};
  return query == CL_KERNEL_COMPILE_WORK_GROUP_SIZE ? answer(none, room, out, sizeRet)
                                                    : answer(none[0], room, out, sizeRet);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel, cl_uint, size_t, const void *) { return ENTER(); }

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *,
                                          const size_t *, const size_t *, cl_uint, const cl_event *,
                                          cl_event *event) {
  ENTER_OR_RETURN();
  complete(event);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue, cl_mem memory, cl_bool, size_t offset,
                                        size_t size, const void *from, cl_uint, const cl_event *,
                                        cl_event *event) {
  ENTER_OR_RETURN();
  std::copy_n(static_cast<const char *>(from), size,
              reinterpret_cast<Object *>(memory)->bytes.begin() + static_cast<ptrdiff_t>(offset));
  complete(event);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue, cl_mem memory, cl_bool, size_t offset,
                                       size_t size, void *to, cl_uint, const cl_event *,
                                       cl_event *event) {
  ENTER_OR_RETURN();
  std::memcpy(to, reinterpret_cast<Object *>(memory)->bytes.data() + offset, size);
  complete(event);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetEventInfo(cl_event, cl_event_info, size_t room, void *out,
                                  size_t *sizeRet) {
  ENTER_OR_RETURN();
  return answer(cl_int{CL_COMPLETE}, room, out, sizeRet);
}
cl_int CL_API_CALL clWaitForEvents(cl_uint, const cl_event *) { return ENTER(); }
cl_int CL_API_CALL clRetainEvent(cl_event event) { return retain(event); }
cl_int CL_API_CALL clReleaseEvent(cl_event event) { return release(event); }
cl_int CL_API_CALL clFinish(cl_command_queue) { return ENTER(); }
// Of queues that end, so that it does not fail.
cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *,
                                               cl_event *event) {
  complete(event);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clFlush(cl_command_queue) { return ENTER(); }

void *CL_API_CALL noExtension(cl_platform_id, const char *) { return nullptr; }

const cl_icd_dispatch &dispatch() {
  static const cl_icd_dispatch &table = *[] {
    auto *made = new cl_icd_dispatch{};
#define ENTRY(name) made->name = name
    ENTRY(clGetPlatformInfo);
    ENTRY(clGetDeviceIDs);
    ENTRY(clGetDeviceInfo);
    ENTRY(clRetainDevice);
    ENTRY(clReleaseDevice);
    ENTRY(clCreateContext);
    ENTRY(clReleaseContext);
    ENTRY(clCreateCommandQueueWithProperties);
    ENTRY(clReleaseCommandQueue);
    ENTRY(clCreateBuffer);
    ENTRY(clReleaseMemObject);
    ENTRY(clCreateProgramWithIL);
    ENTRY(clRetainProgram);
    ENTRY(clReleaseProgram);
    ENTRY(clBuildProgram);
    ENTRY(clGetProgramInfo);
    ENTRY(clGetProgramBuildInfo);
    ENTRY(clCreateKernel);
    ENTRY(clReleaseKernel);
    ENTRY(clGetKernelInfo);
    ENTRY(clGetKernelWorkGroupInfo);
    ENTRY(clSetKernelArg);
    ENTRY(clEnqueueNDRangeKernel);
    ENTRY(clEnqueueWriteBuffer);
    ENTRY(clEnqueueReadBuffer);
    ENTRY(clGetEventInfo);
    ENTRY(clWaitForEvents);
    ENTRY(clRetainEvent);
    ENTRY(clReleaseEvent);
    ENTRY(clEnqueueMarkerWithWaitList);
    ENTRY(clFinish);
    ENTRY(clFlush);
#undef ENTRY
    made->clGetExtensionFunctionAddressForPlatform = noExtension;
    return made;
  }();
  return table;
}

} // namespace

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddress(const char *name) {
  // What the ICD loader asks for.
  if (std::string_view(name) == "clIcdGetPlatformIDsKHR")
    return reinterpret_cast<void *>(platformIds);
  if (std::string_view(name) == "clGetPlatformInfo")
    return reinterpret_cast<void *>(dispatch().clGetPlatformInfo);
  return nullptr;
}
