// Launches. A launch sets the arguments and enqueues the kernel under the kernel's lock, so that
// threads that share a kernel do not mix their arguments.
#include "adapters/opencl/launch/launch.h"

#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/launch/arguments.h"
#include "adapters/opencl/memory/memory.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/program/kernel.h"
#include "adapters/opencl/program/program.h"
#include "adapters/opencl/queue/command.h"

#include <algorithm>

namespace ursa::opencl {
namespace {

// OpenCL does not guarantee that work-groups run concurrently, which a cooperative launch requires,
// so it may have only one. Without a local size, the whole launch becomes that group.
Result<void> checkCooperative(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                              adapter::NdRange &range) {
  if (!range.local) {
    URSA_TRY(const auto most, URSA_CL_VALUE(size_t, clGetKernelWorkGroupInfo,
                                            CL_KERNEL_WORK_GROUP_SIZE, kernel.id, device.id));
    size_t items = 1;
    for (uint32_t d = 0; d < range.workDim; ++d)
      items = range.global[d] > most || items > most ? SIZE_MAX : items * range.global[d];
    if (items <= most)
      range.local = range.global;
  }
  for (uint32_t d = 0; d < range.workDim; ++d)
    if (!range.local || range.global[d] > range.local[d])
      return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                       "A cooperative launch of kernel '{}' has more than {} work-group, which is "
                       "all that OpenCL promises to run at once.",
                       kernel.name, kMaxCooperativeGroups);
  return {};
}

Result<cl_int> setArgument(const ur_device_handle_t_ &device, cl_kernel kernel,
                           const ur_exp_kernel_arg_properties_t &argument) {
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    return clSetKernelArg(kernel, argument.index, argument.size, argument.value.value);
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    // Passes null as a null memory object, which needs no USM and is cheaper with some drivers. A
    // kernel with specialization constants has such an argument at each launch.
    if (!argument.value.pointer)
      return clSetKernelArg(kernel, argument.index, sizeof(cl_mem), nullptr);
    if (device.usm == UsmSupport::None)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Argument {} is a pointer; the device has no unified shared memory.",
                       argument.index);
    return setUsmArgument(device, kernel, argument.index, argument.value.pointer);
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ: {
    const ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
    const cl_mem id = memory ? memory->id : nullptr;
    return clSetKernelArg(kernel, argument.index, sizeof(id), memory ? &id : nullptr);
  }
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
    return clSetKernelArg(kernel, argument.index, argument.size, nullptr);
  case UR_EXP_KERNEL_ARG_TYPE_SAMPLER: {
    URSA_CHECK(adapter::checkHandle(argument.value.sampler, "of the sampler"));
    return clSetKernelArg(kernel, argument.index, sizeof(cl_sampler), &argument.value.sampler->id);
  }
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} has type {}, which is not defined.", argument.index,
                     static_cast<int>(argument.type));
  }
}

Result<cl_kernel> copyOf(const ur_kernel_handle_t_ &kernel) {
  URSA_TRY(const NativeProgram program, kernel.program->native());
  URSA_TRY(const std::string name,
           URSA_CL_STRING(clGetKernelInfo, CL_KERNEL_FUNCTION_NAME, kernel.id));
  cl_int code = CL_SUCCESS;
  cl_kernel copy = clCreateKernel(program.get(), name.c_str(), &code);
  URSA_CHECK(checkCl(code, "clCreateKernel"));
  if (!kernel.registeredUsm.empty())
    code = clSetKernelExecInfo(copy, CL_KERNEL_EXEC_INFO_SVM_PTRS, kernel.registeredUsm.size(),
                               kernel.registeredUsm.data());
  if (code != CL_SUCCESS) {
    clReleaseKernel(copy);
    return checkCl(code, "clSetKernelExecInfo").error();
  }
  return copy;
}

// Returns the driver's kernel that accepts these arguments.
Result<cl_kernel> nativeFor(const ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const auto isUsm = [](const ur_exp_kernel_arg_properties_t &argument) {
    return argument.type == UR_EXP_KERNEL_ARG_TYPE_POINTER && argument.value.pointer != nullptr;
  };
  if (device.computeCapability == 0 || (kernel.natives.areUninitialized() &&
                                        std::none_of(arguments.begin(), arguments.end(), isUsm)))
    return kernel.id;
  ParameterSet usm;
  for (const ur_exp_kernel_arg_properties_t &argument : arguments)
    usm.set(argument.index, isUsm(argument));
  return kernel.natives.choose(usm, [&] { return copyOf(kernel); });
}

Result<void> setArguments(const ur_device_handle_t_ &device, const ur_kernel_handle_t_ &kernel,
                          cl_kernel native,
                          std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  for (const ur_exp_kernel_arg_properties_t &argument : arguments) {
    URSA_TRY(const cl_int code, setArgument(device, native, argument));
    if (code != CL_SUCCESS)
      return makeError(resultOf(code),
                       "The driver rejected argument {} of kernel '{}' with {} bytes: {}.",
                       argument.index, kernel.name, argument.size, nameOf(code));
  }
  return {};
}

// The driver must know all memory that the kernel may access.
Result<void> registerUsm(const ur_kernel_handle_t_ &kernel, cl_kernel native) {
  std::vector<void *> pointers;
  kernel.program->context->allocations.forEach(
      [&](const adapter::UsmAllocation &allocation) { pointers.push_back(allocation.native); });
  if (pointers.empty())
    return {};
  return checkCl(clSetKernelExecInfo(native, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                     pointers.size() * sizeof(void *), pointers.data()),
                 "clSetKernelExecInfo");
}

struct Launches : adapter::HandleTypes {
  static constexpr ur_kernel_launch_properties_flags_t kLaunchCapabilities =
      UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE;

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }

  static Result<void> launch(const EnqueueParameters &parameters, ur_kernel_handle_t_ &kernel,
                             adapter::NdRange range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const adapter::LaunchProperties &properties) {
    const ur_device_handle_t_ &device = *parameters.queue->device;
    range.local = localSizeOf(kernel, range.local);
    URSA_CHECK(checkSizes(device, kernel, range));
    if (properties.isCooperative)
      URSA_CHECK(checkCooperative(device, kernel, range));
    URSA_CHECK(checkArguments(device, kernel, arguments));
    const std::lock_guard guard(kernel.mutex);
    URSA_TRY(cl_kernel native, prepareLaunch(device, kernel, arguments));
    return enqueue(parameters, "clEnqueueNDRangeKernel",
                   [&](cl_command_queue queue, auto... events) {
                     return clEnqueueNDRangeKernel(queue, native, range.workDim, range.offset,
                                                   range.global, range.local, events...);
                   });
  }
};

} // namespace

Result<cl_kernel> prepareLaunch(const ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                                std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  URSA_TRY(cl_kernel native, nativeFor(device, kernel, arguments));
  URSA_CHECK(setArguments(device, kernel, native, arguments));
  if (kernel.memory)
    URSA_CHECK(
        kernel.memory->setArgument(device, native, static_cast<cl_uint>(kernel.parameters.size())));
  if (kernel.usesAnyUsm && device.usm != UsmSupport::None)
    URSA_CHECK(registerUsm(kernel, native));
  return native;
}

Result<cl_kernel> createForRecording(const ur_device_handle_t_ &device,
                                     const ur_kernel_handle_t_ &kernel,
                                     std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  URSA_TRY(cl_kernel copy, copyOf(kernel));
  auto result = setArguments(device, kernel, copy, arguments);
  if (result && kernel.memory)
    result =
        kernel.memory->setArgument(device, copy, static_cast<cl_uint>(kernel.parameters.size()));
  if (result)
    return copy;
  clReleaseKernel(copy);
  return result.error();
}

void fillLaunches(ur_dditable_t &table) {
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = adapter::launchWithArgs<Launches>;
}

} // namespace ursa::opencl
