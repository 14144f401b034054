#include "adapters/opencl/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/common/references.h"
#include "adapters/opencl/arguments.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/device.h"
#include "adapters/opencl/launch.h"
#include "adapters/opencl/program.h"
#include "adapters/opencl/queue.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

#include <algorithm>

ur_kernel_handle_t_::ur_kernel_handle_t_(ur_program_handle_t hProgram, cl_kernel kernel,
                                         std::string kernelName)
    : program(hProgram), id(kernel), name(std::move(kernelName)), natives(kernel) {
  ursa::adapter::retain(program);
}

ur_kernel_handle_t_::~ur_kernel_handle_t_() { ursa::adapter::release(program); }

namespace ursa::opencl {

Result<ur_kernel_handle_t> wrapKernel(ur_program_handle_t program, cl_kernel kernel,
                                      const char *name) {
  auto wrapped =
      adapter::Ref<ur_kernel_handle_t_>::adopt(new ur_kernel_handle_t_(program, kernel, name));
  URSA_TRY(const auto count, URSA_CL_VALUE(cl_uint, clGetKernelInfo, CL_KERNEL_NUM_ARGS, kernel));
  const auto &signatures = program->code.signatures;
  if (const auto found = signatures.find(name); found != signatures.end())
    wrapped->parameters = found->second;
  auto memory = program->memory();
  if (memory && memory->layout().kernels.contains(name))
    wrapped->memory = std::move(memory);
  // The driver's answer takes precedence.
  wrapped->parameters.resize(count - std::min<cl_uint>(count, wrapped->memory ? 1 : 0));
  URSA_TRY(wrapped->staticLocalBytes,
           URSA_CL_VALUE(cl_ulong, clGetKernelWorkGroupInfo, CL_KERNEL_LOCAL_MEM_SIZE, kernel,
                         program->devices.front()->id));
  URSA_TRY(wrapped->requiredGroupSize,
           URSA_CL_VALUE(decltype(wrapped->requiredGroupSize), clGetKernelWorkGroupInfo,
                         CL_KERNEL_COMPILE_WORK_GROUP_SIZE, kernel, program->devices.front()->id));
  return wrapped.detach();
}

namespace {

using adapter::InfoWriter;

ur_result_t create(ur_program_handle_t hProgram, const char *pKernelName,
                   ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(pKernelName);
    URSA_POINTER(phKernel);
    URSA_TRY(const NativeProgram native, hProgram->native());
    cl_int code = CL_INVALID_KERNEL_NAME;
    cl_kernel kernel = nullptr;
    if (std::string_view(pKernelName) != spirv::kInitializer)
      kernel = clCreateKernel(native.get(), pKernelName, &code);
    if (code == CL_INVALID_KERNEL_NAME) {
      const auto names = kernelNames(*hProgram);
      return adapter::unknownKernel(pKernelName, names ? *names : std::vector<std::string>());
    }
    URSA_CHECK(checkCl(code, "clCreateKernel"));
    URSA_TRY(*phKernel, wrapKernel(hProgram, kernel, pKernelName));
    return {};
  });
}

struct KernelInfoSource {
  static const std::string &name(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) { return kernel.references.load(); }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    URSA_TRY(const auto count,
             URSA_CL_VALUE(cl_uint, clGetKernelInfo, CL_KERNEL_NUM_ARGS, kernel.id));
    return count - (kernel.memory ? 1 : 0);
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    auto text = URSA_CL_STRING(clGetKernelInfo, CL_KERNEL_ATTRIBUTES, kernel.id);
    return text ? *std::move(text) : std::string();
  }
};

ur_result_t getGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                         ur_kernel_group_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(*hKernel->program->context, hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const auto size = [&](cl_kernel_work_group_info query) -> Result<void> {
      URSA_TRY(const auto answer,
               URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo, query, hKernel->id, hDevice->id));
      return writer.value(answer);
    };
    const auto bytes = [&](cl_kernel_work_group_info query) -> Result<void> {
      URSA_TRY(const auto answer,
               URSA_CL_VALUE(cl_ulong, clGetKernelWorkGroupInfo, query, hKernel->id, hDevice->id));
      return writer.value<size_t>(answer);
    };
    switch (propName) {
    case UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE:
      return size(CL_KERNEL_WORK_GROUP_SIZE);
    case UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE:
      return writer.value(hKernel->requiredGroupSize);
    case UR_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE:
      return bytes(CL_KERNEL_LOCAL_MEM_SIZE);
    case UR_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return size(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    case UR_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE:
      return bytes(CL_KERNEL_PRIVATE_MEM_SIZE);
    case UR_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE:
    case UR_KERNEL_GROUP_INFO_COMPILE_MAX_WORK_GROUP_SIZE:
    case UR_KERNEL_GROUP_INFO_COMPILE_MAX_LINEAR_WORK_GROUP_SIZE:
      return InfoWriter::unsupported("urKernelGetGroupInfo", propName);
    default:
      return InfoWriter::unknown("urKernelGetGroupInfo", propName);
    }
  });
}

// On a device without sub-groups, each work-item is a sub-group of its own.
ur_result_t getSubGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                            ur_kernel_sub_group_info_t propName, size_t propSize, void *pPropValue,
                            size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(*hKernel->program->context, hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    URSA_TRY(const auto groupSize,
             URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo, CL_KERNEL_WORK_GROUP_SIZE, hKernel->id,
                           hDevice->id));
    const auto ask = [&](cl_kernel_sub_group_info query, uint32_t otherwise) -> Result<void> {
      size_t answer = 0;
      if (hDevice->version < 21 ||
          clGetKernelSubGroupInfo(hKernel->id, hDevice->id, query, sizeof(groupSize), &groupSize,
                                  sizeof(answer), &answer, nullptr) != CL_SUCCESS ||
          answer == 0)
        return writer.value(otherwise);
      return writer.value(static_cast<uint32_t>(answer));
    };
    switch (propName) {
    case UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE:
      return ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 1);
    case UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS:
      return ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, static_cast<uint32_t>(groupSize));
    case UR_KERNEL_SUB_GROUP_INFO_COMPILE_NUM_SUB_GROUPS:
      return ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0);
    case UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL:
      return writer.value<uint32_t>(0);
    default:
      return InfoWriter::unknown("urKernelGetSubGroupInfo", propName);
    }
  });
}

Result<void> registerUsm(ur_kernel_handle_t_ &kernel, size_t size, const void *pointers) {
  cl_int code = CL_SUCCESS;
  kernel.natives.forEach([&](cl_kernel native) {
    if (code == CL_SUCCESS)
      code = clSetKernelExecInfo(native, CL_KERNEL_EXEC_INFO_SVM_PTRS, size, pointers);
  });
  URSA_CHECK(checkCl(code, "clSetKernelExecInfo"));
  const auto *bytes = static_cast<const std::byte *>(pointers);
  kernel.registeredUsm.assign(bytes, bytes + size);
  return {};
}

// Passes pointers to the driver unchecked; ignores the cache configuration, which is a hint.
ur_result_t setExecInfo(ur_kernel_handle_t hKernel, ur_kernel_exec_info_t propName, size_t propSize,
                        const ur_kernel_exec_info_properties_t *, const void *pPropValue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pPropValue);
    const std::lock_guard guard(hKernel->mutex);
    switch (propName) {
    case UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS:
      hKernel->usesAnyUsm = *static_cast<const ur_bool_t *>(pPropValue) != 0;
      return {};
    case UR_KERNEL_EXEC_INFO_USM_PTRS:
      return registerUsm(*hKernel, propSize, pPropValue);
    case UR_KERNEL_EXEC_INFO_CACHE_CONFIG:
      return {};
    default:
      return InfoWriter::unknown("urKernelSetExecInfo", propName);
    }
  });
}

// Chooses the largest divisors that fit, x first; OpenCL has no such query.
Result<void> suggest(ur_kernel_handle_t_ &kernel, ur_queue_handle_t_ &queue, uint32_t numWorkDim,
                     const size_t *pGlobalWorkSize, size_t *pSuggestedLocalWorkSize) {
  if (numWorkDim == 0 || numWorkDim > 3)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_DIMENSION,
                     "The number of dimensions must be 1 to 3; {} was given.", numWorkDim);
  if (kernel.requiredGroupSize[0] != 0) {
    std::copy_n(kernel.requiredGroupSize.begin(), numWorkDim, pSuggestedLocalWorkSize);
    return {};
  }
  URSA_TRY(size_t room, URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo, CL_KERNEL_WORK_GROUP_SIZE,
                                      kernel.id, queue.device->id));
  for (uint32_t d = 0; d < numWorkDim; ++d) {
    size_t size = std::clamp<size_t>(pGlobalWorkSize[d], 1, room);
    while (pGlobalWorkSize[d] % size != 0)
      --size;
    pSuggestedLocalWorkSize[d] = size;
    room /= size;
  }
  return {};
}

ur_result_t suggestMaxCooperativeGroupCount(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                            uint32_t workDim, const size_t *pLocalWorkSize,
                                            size_t dynamicSharedMemorySize,
                                            uint32_t *pGroupCountRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(*hKernel->program->context, hDevice));
    URSA_POINTER(pLocalWorkSize);
    URSA_POINTER(pGroupCountRet);
    // Checks one group of that size: an invalid size would make a launch fail, too.
    URSA_CHECK(checkSizes(*hDevice, *hKernel, workDim, nullptr, pLocalWorkSize, pLocalWorkSize));
    const uint64_t used = hKernel->staticLocalBytes;
    const bool fits =
        used <= hDevice->localBytes && dynamicSharedMemorySize <= hDevice->localBytes - used;
    *pGroupCountRet = fits ? kMaxCooperativeGroups : 0;
    return {};
  });
}

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  table.Kernel.pfnCreate = create;
  table.Kernel.pfnGetInfo = adapter::getKernelInfo<ur_kernel_handle_t_, KernelInfoSource>;
  table.Kernel.pfnGetGroupInfo = getGroupInfo;
  table.Kernel.pfnGetSubGroupInfo = getSubGroupInfo;
  table.Kernel.pfnRetain = adapter::retainHandle<ur_kernel_handle_t_>;
  table.Kernel.pfnRelease = adapter::releaseHandle<ur_kernel_handle_t_>;
  table.Kernel.pfnSetExecInfo = setExecInfo;
  using Suggested =
      adapter::SuggestedLocalWorkSize<ur_kernel_handle_t_, ur_queue_handle_t_, suggest>;
  table.Kernel.pfnGetSuggestedLocalWorkSize = Suggested::get;
  table.Kernel.pfnGetSuggestedLocalWorkSizeWithArgs = Suggested::getWithArgs;
  table.Kernel.pfnSuggestMaxCooperativeGroupCount = suggestMaxCooperativeGroupCount;
}

} // namespace ursa::opencl
