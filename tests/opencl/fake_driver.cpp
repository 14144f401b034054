#include "opencl/fake_driver.h"

#include "opencl/fake_object.h"
#include "spirv/instructions.h"

#include <cstdlib>

using ursa::testing::FakeDriver;

extern "C" [[gnu::visibility("default")]] FakeDriver *fakeDriver() {
  static FakeDriver &driver = *new FakeDriver;
  return &driver;
}

using namespace ursa::testing;

namespace {

Object &platform() {
  static Object &object = *new Object;
  return object;
}
Object &device() {
  static Object &object = *new Object;
  return object;
}

cl_int CL_API_CALL platformIds(cl_uint capacity, cl_platform_id *ids, cl_uint *count) {
  if (ids && capacity != 0)
    ids[0] = reinterpret_cast<cl_platform_id>(&platform());
  if (count)
    *count = 1;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info query, size_t capacity,
                                     void *out, size_t *sizeRet) {
  switch (query) { // the ICD loader itself makes these queries, so they never fail
  case CL_PLATFORM_EXTENSIONS:
    return answerText("cl_khr_icd", capacity, out, sizeRet);
  case CL_PLATFORM_VERSION:
    return answerText("OpenCL 3.0 fake", capacity, out, sizeRet);
  case CL_PLATFORM_PROFILE:
    return answerText("FULL_PROFILE", capacity, out, sizeRet);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return answerText("FAKE", capacity, out, sizeRet);
  default:
    ENTER_OR_RETURN();
    return answerText(fakeDriver()->platform, capacity, out, sizeRet);
  }
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint capacity,
                                  cl_device_id *ids, cl_uint *count) {
  ENTER_OR_RETURN();
  if (ids && capacity != 0)
    ids[0] = reinterpret_cast<cl_device_id>(&device());
  if (count)
    *count = 1;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id, cl_device_info query, size_t capacity, void *out,
                                   size_t *sizeRet) {
  ENTER_OR_RETURN();
  switch (query) {
  case CL_DEVICE_VERSION:
    return answerText(fakeDriver()->version, capacity, out, sizeRet);
  case CL_DEVICE_VENDOR:
  case CL_DRIVER_VERSION:
    return answerText("fake", capacity, out, sizeRet);
  case 0x4000: // major and minor compute capability of NVIDIA's devices
    return answer(cl_uint{9}, capacity, out, sizeRet);
  case 0x4001:
    return answer(cl_uint{0}, capacity, out, sizeRet);
  case CL_DEVICE_SVM_CAPABILITIES:
    return answer(fakeDriver()->svm, capacity, out, sizeRet);
  case CL_DEVICE_IL_VERSION:
    return answerText("SPIR-V_1.2", capacity, out, sizeRet);
  case CL_DEVICE_NAME:
    return answerText("Fake device", capacity, out, sizeRet);
  case CL_DEVICE_EXTENSIONS:
    return answerText(fakeDriver()->extensions, capacity, out, sizeRet);
  case CL_DEVICE_PARTITION_PROPERTIES: {
    const cl_device_partition_property partitionProperties[] = {CL_DEVICE_PARTITION_EQUALLY, 0};
    return answer(partitionProperties, capacity, out, sizeRet);
  }
  case CL_DEVICE_EXTENSIONS_WITH_VERSION: {
    cl_name_version extension{fakeDriver()->commandBufferVersion, "cl_khr_command_buffer"};
    return answer(extension, capacity, out, sizeRet);
  }
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return answer(fakeDriver()->commandBufferCapabilities, capacity, out, sizeRet);
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return answer(cl_command_queue_properties{0}, capacity, out, sizeRet);
  case CL_DEVICE_PLATFORM:
    return answer(reinterpret_cast<cl_platform_id>(&platform()), capacity, out, sizeRet);
  case CL_DEVICE_TYPE:
    return answer(cl_device_type{CL_DEVICE_TYPE_ACCELERATOR}, capacity, out, sizeRet);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
    const size_t sizes[3] = {64, 64, 64};
    return answer(sizes, capacity, out, sizeRet);
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return answer(size_t{64}, capacity, out, sizeRet);
  default: // a number of the requested size
    return out && capacity == sizeof(cl_uint) ? answer(cl_uint{1} << 20, capacity, out, sizeRet)
                                              : answer(cl_ulong{1} << 20, capacity, out, sizeRet);
  }
}

// Always creates two sub-devices.
cl_int CL_API_CALL clCreateSubDevices(cl_device_id, const cl_device_partition_property *,
                                      cl_uint capacity, cl_device_id *ids, cl_uint *count) {
  ENTER_OR_RETURN();
  for (cl_uint i = 0; ids && i < std::min(capacity, 2u); ++i)
    ids[i] = make<cl_device_id>(CL_SUCCESS, nullptr);
  if (count)
    *count = 2;
  return CL_SUCCESS;
}
cl_int CL_API_CALL clReleaseDevice(cl_device_id object) { return release(object); }

cl_context CL_API_CALL clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                                       void(CL_CALLBACK *)(const char *, const void *, size_t,
                                                           void *),
                                       void *, cl_int *code) {
  return make<cl_context>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseContext(cl_context context) { return release(context); }
cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue, cl_command_queue_info query,
                                         size_t capacity, void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  return query == CL_QUEUE_DEVICE
             ? answer(reinterpret_cast<cl_device_id>(&device()), capacity, out, sizeRet)
             : answer(cl_command_queue_properties{0}, capacity, out, sizeRet);
}
cl_int CL_API_CALL clGetContextInfo(cl_context, cl_context_info, size_t capacity, void *out,
                                    size_t *sizeRet) {
  ENTER_OR_RETURN();
  return answer(reinterpret_cast<cl_device_id>(&device()), capacity, out, sizeRet);
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                                const cl_queue_properties *,
                                                                cl_int *code) {
  return make<cl_command_queue>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) { return release(queue); }

cl_mem CL_API_CALL clCreateBuffer(cl_context, cl_mem_flags flags, size_t size, void *host,
                                  cl_int *code) {
  auto memory = make<cl_mem>(ENTER(), code);
  if (memory) {
    std::vector<char> &bytes = reinterpret_cast<Object *>(memory)->bytes;
    bytes.resize(size);
    if (flags & CL_MEM_COPY_HOST_PTR)
      std::memcpy(bytes.data(), host, size);
  }
  return memory;
}
cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) { return release(memory); }

cl_program CL_API_CALL clCreateProgramWithIL(cl_context, const void *il, size_t size,
                                             cl_int *code) {
  auto program = make<cl_program>(ENTER(), code);
  if (!program)
    return nullptr;
  const std::lock_guard guard(fakeDriver()->mutex);
  fakeDriver()->ilBytes = size;
  fakeDriver()->ilOpcodes.clear();
  fakeDriver()->constants.clear();
  constexpr size_t kLarge = 1 << 20;
  if (size >= kLarge)
    return program;
  std::vector<uint32_t> words(size / sizeof(uint32_t));
  std::memcpy(words.data(), il, words.size() * sizeof(uint32_t));
  for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words))
    fakeDriver()->ilOpcodes.push_back(static_cast<uint32_t>(instruction.op));
  reinterpret_cast<Object *>(program)->constants = ursa::testing::constantsOf(words);
  return program;
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                                      const void *value) {
  ENTER_OR_RETURN();
  const char *variable = std::getenv(ursa::testing::kFakeConstants);
  const std::string_view mode = variable ? variable : "";
  if (mode == "refuse")
    return CL_INVALID_OPERATION;
  if (mode == "crash" && size == 8)
    std::abort();
  bool isKnown = false;
  for (ursa::testing::FakeConstant &constant : reinterpret_cast<Object *>(program)->constants)
    if (constant.id == id) {
      if (constant.size != size)
        return CL_INVALID_VALUE;
      isKnown = true;
      constant.value = 0;
      std::memcpy(&constant.value, value, mode == "narrow" ? std::min<size_t>(size, 4) : size);
    }
  if (!isKnown)
    return CL_INVALID_SPEC_ID;
  const auto *bytes = static_cast<const std::byte *>(value);
  const std::lock_guard guard(fakeDriver()->mutex);
  fakeDriver()->constants[id].assign(bytes, bytes + size);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clReleaseProgram(cl_program program) { return release(program); }

cl_int CL_API_CALL clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                                  void(CL_CALLBACK *)(cl_program, void *), void *) {
  return ENTER();
}

cl_int CL_API_CALL clGetProgramInfo(cl_program, cl_program_info query, size_t capacity, void *out,
                                    size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (query == CL_PROGRAM_BINARY_SIZES || query == CL_PROGRAM_BINARIES)
    ++fakeDriver()->binaryQueries;
  return query == CL_PROGRAM_KERNEL_NAMES ? answerText("iota", capacity, out, sizeRet)
                                          : answer(size_t{0}, capacity, out, sizeRet);
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info query,
                                         size_t capacity, void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (query == CL_PROGRAM_BUILD_STATUS)
    return answer(cl_build_status{fakeDriver()->failing == "clBuildProgram" ? CL_BUILD_ERROR
                                                                            : CL_BUILD_SUCCESS},
                  capacity, out, sizeRet);
  return answerText(fakeDriver()->buildLog, capacity, out, sizeRet);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *code) {
  auto kernel = make<cl_kernel>(ENTER(), code);
  if (kernel) {
    auto *object = reinterpret_cast<Object *>(kernel);
    object->program = program;
    object->constants = reinterpret_cast<Object *>(program)->constants;
    object->showsConstants = std::string_view(name) == "ursa_probe";
  }
  return kernel;
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return release(kernel); }

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info query, size_t capacity,
                                   void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  return query == CL_KERNEL_FUNCTION_NAME ? answerText("iota", capacity, out, sizeRet)
         : query == CL_KERNEL_PROGRAM
             ? answer(reinterpret_cast<Object *>(kernel)->program, capacity, out, sizeRet)
             : answer(cl_uint{2}, capacity, out, sizeRet);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel, cl_device_id,
                                            cl_kernel_work_group_info query, size_t capacity,
                                            void *out, size_t *sizeRet) {
  ENTER_OR_RETURN();
  const size_t none[3] = {};
  return query == CL_KERNEL_COMPILE_WORK_GROUP_SIZE ? answer(none, capacity, out, sizeRet)
                                                    : answer(none[0], capacity, out, sizeRet);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint, size_t, const void *value) {
  ENTER_OR_RETURN();
  auto *object = reinterpret_cast<Object *>(kernel);
  if (object->showsConstants)
    std::memcpy(&object->output, value, sizeof(object->output));
  return CL_SUCCESS;
}

// Counts the memory as an object.
void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t size, cl_uint) {
  if (ENTER() != CL_SUCCESS)
    return nullptr;
  ++fakeDriver()->objects;
  return std::aligned_alloc(128, (size + 127) / 128 * 128);
}
void CL_API_CALL clSVMFree(cl_context, void *memory) {
  --fakeDriver()->objects;
  std::free(memory);
}
cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel, cl_uint, const void *) { return ENTER(); }
cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel, cl_kernel_exec_info, size_t, const void *) {
  return ENTER();
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem, cl_mem_flags, cl_buffer_create_type, const void *,
                                     cl_int *code) {
  return make<cl_mem>(ENTER(), code);
}
cl_mem CL_API_CALL clCreateImage(cl_context, cl_mem_flags, const cl_image_format *,
                                 const cl_image_desc *, void *, cl_int *code) {
  return make<cl_mem>(ENTER(), code);
}
cl_int CL_API_CALL clGetMemObjectInfo(cl_mem, cl_mem_info query, size_t capacity, void *out,
                                      size_t *sizeRet) {
  ENTER_OR_RETURN();
  if (query == CL_MEM_ASSOCIATED_MEMOBJECT)
    return answer(cl_mem{nullptr}, capacity, out, sizeRet);
  if (query == CL_MEM_TYPE)
    return answer(cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D}, capacity, out, sizeRet);
  return answer(size_t{64}, capacity, out, sizeRet);
}
cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t capacity, void *out,
                                  size_t *sizeRet) {
  ENTER_OR_RETURN();
  return answer(size_t{4}, capacity, out, sizeRet);
}
cl_int CL_API_CALL clGetSupportedImageFormats(cl_context, cl_mem_flags, cl_mem_object_type,
                                              cl_uint capacity, cl_image_format *formats,
                                              cl_uint *count) {
  ENTER_OR_RETURN();
  if (formats && capacity != 0)
    formats[0] = {CL_RGBA, CL_FLOAT};
  if (count)
    *count = 1;
  return CL_SUCCESS;
}
cl_sampler CL_API_CALL clCreateSampler(cl_context, cl_bool, cl_addressing_mode, cl_filter_mode,
                                       cl_int *code) {
  return make<cl_sampler>(ENTER(), code);
}
cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) { return release(sampler); }
cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info query, size_t capacity, void *out,
                                    size_t *sizeRet) {
  ENTER_OR_RETURN();
  return answer(query == CL_SAMPLER_ADDRESSING_MODE ? cl_uint{CL_ADDRESS_CLAMP}
                                                    : cl_uint{CL_FILTER_NEAREST},
                capacity, out, sizeRet);
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id *,
                                                 const size_t *, const unsigned char **, cl_int *,
                                                 cl_int *code) {
  return make<cl_program>(ENTER(), code);
}
cl_int CL_API_CALL clCompileProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                                    cl_uint, const cl_program *, const char **,
                                    void(CL_CALLBACK *)(cl_program, void *), void *) {
  return ENTER();
}
cl_program CL_API_CALL clLinkProgram(cl_context, cl_uint, const cl_device_id *, const char *,
                                     cl_uint, const cl_program *,
                                     void(CL_CALLBACK *)(cl_program, void *), void *,
                                     cl_int *code) {
  return make<cl_program>(ENTER(), code);
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id, cl_ulong *device, cl_ulong *host) {
  ENTER_OR_RETURN();
  *device = *host = 1;
  return CL_SUCCESS;
}

#define RETAIN(name, type)                                                                         \
  cl_int CL_API_CALL name(type object) {                                                           \
    ENTER_OR_RETURN();                                                                             \
    return retain(object);                                                                         \
  }
RETAIN(clRetainContext, cl_context)
RETAIN(clRetainCommandQueue, cl_command_queue)
RETAIN(clRetainMemObject, cl_mem)
RETAIN(clRetainKernel, cl_kernel)
RETAIN(clRetainSampler, cl_sampler)
RETAIN(clRetainProgram, cl_program)
RETAIN(clRetainDevice, cl_device_id)
#undef RETAIN

void *CL_API_CALL extensionFunction(cl_platform_id, const char *name) {
  return std::string_view(name) == "clCreateProgramWithILKHR" &&
                 fakeDriver()->extensions == "cl_khr_il_program"
             ? reinterpret_cast<void *>(clCreateProgramWithIL)
             : fakeExtension(name);
}

const cl_icd_dispatch &functions() {
  static const cl_icd_dispatch &table = *[] {
    auto *entries = new cl_icd_dispatch{};
#define ENTRY(name) entries->name = name
    ENTRY(clGetPlatformInfo);
    ENTRY(clGetDeviceIDs);
    ENTRY(clGetDeviceInfo);
    ENTRY(clCreateSubDevices);
    ENTRY(clGetContextInfo);
    ENTRY(clGetCommandQueueInfo);
    ENTRY(clRetainDevice);
    ENTRY(clReleaseDevice);
    ENTRY(clCreateContext);
    ENTRY(clReleaseContext);
    ENTRY(clCreateCommandQueueWithProperties);
    ENTRY(clReleaseCommandQueue);
    ENTRY(clCreateBuffer);
    ENTRY(clReleaseMemObject);
    ENTRY(clCreateProgramWithIL);
    ENTRY(clSetProgramSpecializationConstant);
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
    ENTRY(clSVMAlloc);
    ENTRY(clSVMFree);
    ENTRY(clSetKernelArgSVMPointer);
    ENTRY(clSetKernelExecInfo);
    ENTRY(clCreateSubBuffer);
    ENTRY(clCreateImage);
    ENTRY(clGetMemObjectInfo);
    ENTRY(clGetImageInfo);
    ENTRY(clGetSupportedImageFormats);
    ENTRY(clCreateSampler);
    ENTRY(clReleaseSampler);
    ENTRY(clGetSamplerInfo);
    ENTRY(clCreateProgramWithBinary);
    ENTRY(clCompileProgram);
    ENTRY(clLinkProgram);
    ENTRY(clGetDeviceAndHostTimer);
    ENTRY(clRetainContext);
    ENTRY(clRetainCommandQueue);
    ENTRY(clRetainMemObject);
    ENTRY(clRetainKernel);
    ENTRY(clRetainSampler);
#undef ENTRY
    addCommands(*entries);
    entries->clGetExtensionFunctionAddressForPlatform = extensionFunction;
    return entries;
  }();
  return table;
}

} // namespace

const cl_icd_dispatch &ursa::testing::dispatch() { return functions(); }

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddress(const char *name) {
  // The functions that the ICD loader looks up.
  if (std::string_view(name) == "clIcdGetPlatformIDsKHR")
    return reinterpret_cast<void *>(platformIds);
  if (std::string_view(name) == "clGetPlatformInfo")
    return reinterpret_cast<void *>(dispatch().clGetPlatformInfo);
  return nullptr;
}
