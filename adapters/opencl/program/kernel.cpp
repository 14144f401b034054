#include "adapters/opencl/program/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/launch/arguments.h"
#include "adapters/opencl/launch/launch.h"
#include "adapters/opencl/program/program.h"
#include "adapters/opencl/queue/queue.h"
#include "spirv/kernel_names.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::opencl {

Kernel::Kernel(ur_program_handle_t hProgram, cl_kernel kernel, std::string kernelName)
    : program(hProgram), id(kernel), name(std::move(kernelName)), natives(kernel) {
  adapter::retain(program);
}

Kernel::~Kernel() { adapter::release(program); }

Result<ur_kernel_handle_t> wrapKernel(ur_program_handle_t program, cl_kernel kernel,
                                      const char *name) {
  auto wrapped =
      adapter::Ref<ur_kernel_handle_t_>::adopt(new ur_kernel_handle_t_(program, kernel, name));
  URSA_TRY(const auto count, URSA_CL_VALUE(cl_uint, clGetKernelInfo, CL_KERNEL_NUM_ARGS, kernel));
  auto memory = program->memory();
  if (memory && memory->layout().kernels.contains(name))
    wrapped->memory = std::move(memory);
  // The driver's answer takes precedence.
  wrapped->parameters.resize(count - std::min<cl_uint>(count, wrapped->memory ? 1 : 0));
  const auto &signatures = program->code.signatures;
  if (const auto found = signatures.find(name); found != signatures.end())
    std::copy_n(found->second->begin(), std::min(found->second->size(), wrapped->parameters.size()),
                wrapped->parameters.begin());
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

struct Kernels : adapter::HandleTypes {
  static constexpr uint32_t kMaxCooperativeGroups = opencl::kMaxCooperativeGroups;

  static Result<ur_kernel_handle_t> make(ur_program_handle_t_ &program, const char *name) {
    URSA_TRY(const NativeProgram native, program.native());
    cl_int code = CL_INVALID_KERNEL_NAME;
    cl_kernel kernel = nullptr;
    if (std::string_view(name) != spirv::kInitializer)
      kernel = clCreateKernel(native.get(), name, &code);
    if (code == CL_INVALID_KERNEL_NAME && program.hasShortNames())
      kernel = clCreateKernel(native.get(), spirv::shortKernelName(name).c_str(), &code);
    if (code == CL_INVALID_KERNEL_NAME) {
      const auto names = kernelNames(program);
      return adapter::unknownKernel(name, names ? *names : std::vector<std::string>());
    }
    URSA_CHECK(checkCl(code, "clCreateKernel"));
    return wrapKernel(&program, kernel, name);
  }

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
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
  static Result<void> checkIsFor(const ur_kernel_handle_t_ &kernel, ur_device_handle_t device) {
    return kernel.program->context->checkHas(device);
  }

  static Result<void> answerGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                  const ur_device_handle_t_ &device, ur_kernel_group_info_t query) {
    adapter::KernelGroupInfo facts;
    facts.requiredSize = kernel.requiredGroupSize;
    const auto bytes = [&](cl_kernel_work_group_info native) -> Result<size_t> {
      URSA_TRY(const auto answer,
               URSA_CL_VALUE(cl_ulong, clGetKernelWorkGroupInfo, native, kernel.id, device.id));
      return static_cast<size_t>(answer);
    };
    const auto size = [&](cl_kernel_work_group_info native) {
      return URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo, native, kernel.id, device.id);
    };
    switch (query) {
    case UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE: {
      URSA_TRY(facts.largestGroup, size(CL_KERNEL_WORK_GROUP_SIZE));
      break;
    }
    case UR_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE: {
      URSA_TRY(facts.localBytes, bytes(CL_KERNEL_LOCAL_MEM_SIZE));
      break;
    }
    case UR_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: {
      URSA_TRY(facts.multiple, size(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
      break;
    }
    case UR_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE: {
      URSA_TRY(facts.privateBytes, bytes(CL_KERNEL_PRIVATE_MEM_SIZE));
      break;
    }
    default:
      break;
    }
    return adapter::answerKernelGroup(writer, query, facts);
  }

  // On a device without sub-groups, each work-item is a sub-group of its own.
  static Result<void> answerSubGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                     const ur_device_handle_t_ &device,
                                     ur_kernel_sub_group_info_t query) {
    URSA_TRY(const auto groupSize, URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo,
                                                 CL_KERNEL_WORK_GROUP_SIZE, kernel.id, device.id));
    const auto ask = [&](cl_kernel_sub_group_info native, uint32_t otherwise) -> Result<void> {
      size_t answer = 0;
      if (device.version < 21 ||
          clGetKernelSubGroupInfo(kernel.id, device.id, native, sizeof(groupSize), &groupSize,
                                  sizeof(answer), &answer, nullptr) != CL_SUCCESS ||
          answer == 0)
        return writer.value(otherwise);
      return writer.value(static_cast<uint32_t>(answer));
    };
    switch (query) {
    case UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE:
      return ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 1);
    case UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS:
      return ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, static_cast<uint32_t>(groupSize));
    case UR_KERNEL_SUB_GROUP_INFO_COMPILE_NUM_SUB_GROUPS:
      return ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0);
    default:
      return adapter::answerKernelSubGroup(writer, query, {});
    }
  }

  // Chooses the largest divisors that fit, x first; OpenCL has no such query.
  static Result<void> suggestLocalSize(const ur_kernel_handle_t_ &kernel,
                                       const ur_queue_handle_t_ &queue,
                                       const adapter::NdRange &range, size_t *suggested) {
    if (kernel.requiredGroupSize[0] != 0) {
      std::copy_n(kernel.requiredGroupSize.begin(), range.workDim, suggested);
      return {};
    }
    URSA_TRY(size_t remaining,
             URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo, CL_KERNEL_WORK_GROUP_SIZE, kernel.id,
                           queue.device->id));
    for (uint32_t d = 0; d < range.workDim; ++d) {
      size_t size = std::clamp<size_t>(range.global[d], 1, remaining);
      while (range.global[d] % size != 0)
        --size;
      suggested[d] = size;
      remaining /= size;
    }
    return {};
  }

  static Result<void> checkGroup(const ur_kernel_handle_t_ &kernel,
                                 const ur_device_handle_t_ &device, const adapter::NdRange &range) {
    return checkSizes(device, kernel, range);
  }
  static adapter::LocalMemory localMemory(const ur_kernel_handle_t_ &kernel,
                                          const ur_device_handle_t_ &device) {
    return {kernel.staticLocalBytes, device.localBytes};
  }
};

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  adapter::fillKernelFunctions<Kernels>(table);
  adapter::fillCooperativeQuery<Kernels>(table);
  table.Kernel.pfnSetExecInfo = setExecInfo;
}

} // namespace ursa::opencl
