#include "adapters/opencl/program/variables.h"

#include "adapters/common/variable_commands.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/program/program.h"
#include "adapters/opencl/queue/command.h"

#include <algorithm>

namespace ursa::opencl {

Result<NativeProgram> hold(cl_program program) {
  URSA_CHECK(checkCl(clRetainProgram(program), "clRetainProgram"));
  return NativeProgram(program);
}

ProgramMemory::ProgramMemory(ur_context_handle_t context, NativeProgram built, Layout layout)
    : context_(context), built_(std::move(built)), layout_(std::move(layout)) {}

ProgramMemory::~ProgramMemory() {
  if (!memories_.empty())
    context_->finishQueues();
  for (const auto &[device, memory] : memories_)
    free(*device, memory);
}

void ProgramMemory::free(const ur_device_handle_t_ &device, const DeviceMemory &memory) {
  if (memory.buffer)
    clReleaseMemObject(memory.buffer);
  else
    freeUsm(*context_, {.device = const_cast<ur_device_handle_t>(&device), .native = memory.usm});
}

Result<ProgramMemory::DeviceMemory> ProgramMemory::on(const ur_device_handle_t_ &device) {
  const std::lock_guard guard(mutex_);
  if (const auto known = memories_.find(&device); known != memories_.end())
    return known->second;
  URSA_TRY(const DeviceMemory made, make(device));
  memories_.emplace(&device, made);
  return made;
}

Result<ProgramMemory::DeviceMemory> ProgramMemory::make(const ur_device_handle_t_ &device) {
  DeviceMemory memory;
  if (device.usm == UsmSupport::None) {
    cl_int code = CL_SUCCESS;
    memory.buffer = clCreateBuffer(context_->id, CL_MEM_READ_WRITE, layout_->size, nullptr, &code);
    URSA_CHECK(checkCl(code, "clCreateBuffer"));
  } else {
    URSA_TRY(void *allocation, allocateNative(*context_, device, UR_USM_TYPE_DEVICE, layout_->size,
                                              spirv::kVariableAlignment));
    memory.usm = static_cast<std::byte *>(allocation);
  }
  const auto initialized = [&]() -> Result<void> {
    URSA_TRY(cl_command_queue queue, createNativeQueue(context_->id, device, 0));
    auto result = fill(device, queue, memory);
    if (result && layout_->hasInitializer)
      result = initialize(device, queue, memory);
    const auto finished = checkCl(clFinish(queue), "clFinish"); // also after an error
    clReleaseCommandQueue(queue);
    return result ? finished : result;
  }();
  if (initialized)
    return memory;
  free(device, memory);
  return initialized.error();
}

Result<void> ProgramMemory::fill(const ur_device_handle_t_ &device, cl_command_queue queue,
                                 const DeviceMemory &memory) {
  const cl_uint zero = 0;
  if (memory.buffer)
    return checkCl(clEnqueueFillBuffer(queue, memory.buffer, &zero, sizeof(zero), 0, layout_->size,
                                       0, nullptr, nullptr),
                   "clEnqueueFillBuffer");
  return checkCl(
      fillUsm(device, queue, memory.usm, &zero, sizeof(zero), layout_->size, 0, nullptr, nullptr),
      "clEnqueueSVMMemFill");
}

namespace {

Result<void> setMemoryArgument(const ur_device_handle_t_ &device,
                               const ProgramMemory::DeviceMemory &memory, cl_kernel kernel,
                               cl_uint index) {
  if (memory.buffer)
    return checkCl(clSetKernelArg(kernel, index, sizeof(memory.buffer), &memory.buffer),
                   "clSetKernelArg");
  return checkCl(setUsmArgument(device, kernel, index, memory.usm), "clSetKernelArgSVMPointer");
}

} // namespace

Result<void> ProgramMemory::initialize(const ur_device_handle_t_ &device, cl_command_queue queue,
                                       const DeviceMemory &memory) {
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(built_.get(), spirv::kInitializer, &code);
  URSA_CHECK(checkCl(code, "clCreateKernel"));
  const size_t one = 1;
  auto result = setMemoryArgument(device, memory, kernel, 0);
  if (result)
    result = checkCl(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  clReleaseKernel(kernel);
  return result;
}

Result<void> ProgramMemory::setArgument(const ur_device_handle_t_ &device, cl_kernel kernel,
                                        cl_uint index) {
  URSA_TRY(const DeviceMemory memory, on(device));
  return setMemoryArgument(device, memory, kernel, index);
}

namespace {

/// A variable on a device.
struct GlobalVariable {
  std::shared_ptr<ProgramMemory> memory; ///< null for a driver's variable
  uint64_t offset = 0;                   ///< in the memory
  uint64_t size = 0;
  std::string name;        ///< the name in the code
  void *address = nullptr; ///< the address of a driver's variable
};

// Finds a variable by its name in the code or in the metadata.
Result<GlobalVariable> find(ur_device_handle_t device, ur_program_handle_t_ &program,
                            const char *name) {
  const bool isOfDriver = device->intelVariables.isComplete();
  const auto &names = program.variableNames;
  const auto mapped = names.find(name);
  const std::string other = mapped == names.end() ? name : mapped->second;
  if (isOfDriver) {
    URSA_TRY(const NativeProgram native, program.native());
    GlobalVariable variable;
    for (const std::string &each : {std::string(name), other}) {
      const cl_int code = device->intelVariables.address(device->id, native.get(), each.c_str(),
                                                         &variable.size, &variable.address);
      variable.name = each;
      if (code == CL_SUCCESS && variable.size != 0)
        return variable;
      if (code != CL_SUCCESS && code != CL_INVALID_ARG_VALUE && code != CL_INVALID_VALUE)
        return checkCl(code, "clGetDeviceGlobalVariablePointerINTEL").error();
    }
    return adapter::unknownVariable(name);
  }
  if (program.code.form != CodeForm::Spirv)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The driver cannot access variables, and the program was not created from SPIR-V, "
                 "in which the adapter could find them."};
  const auto memory = program.memory();
  if (!memory)
    return adapter::unknownVariable(name);
  const auto &all = memory->layout().variables;
  for (const std::string &each : {std::string(name), other})
    if (const auto found =
            std::find_if(all.begin(), all.end(),
                         [&](const spirv::Variable &variable) { return variable.name == each; });
        found != all.end())
      return GlobalVariable{memory, found->offset, found->size, each, nullptr};
  return adapter::unknownVariable(name);
}

Result<GlobalVariable> findBuilt(ur_device_handle_t device, ur_program_handle_t_ &program,
                                 const char *name) {
  URSA_CHECK(checkIsFor(program, device));
  if (!program.hasNative())
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "Variable '{}' was requested before the program was built.", name);
  return find(device, program, name);
}

Result<adapter::VariableAddress> variableAddress(ur_program_handle_t_ &program,
                                                 ur_device_handle_t device, const char *name) {
  URSA_TRY(const GlobalVariable variable, findBuilt(device, program, name));
  if (!variable.memory)
    return adapter::VariableAddress{variable.address, variable.size};
  URSA_TRY(const ProgramMemory::DeviceMemory memory, variable.memory->on(*device));
  if (!memory.usm)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Variable '{}' has no address: the device has no unified shared memory.",
                     name);
  return adapter::VariableAddress{memory.usm + variable.offset, variable.size};
}

template <ur_command_t Type, class Pointer>
Result<void> transferDriver(const EnqueueParameters &parameters, ur_program_handle_t_ &program,
                            const GlobalVariable &variable, size_t count, size_t offset,
                            Pointer *host) {
  URSA_TRY(const NativeProgram native, program.native());
  const IntelVariables &functions = parameters.queue->device->intelVariables;
  const cl_bool blocks = parameters.blocking ? CL_TRUE : CL_FALSE;
  if constexpr (Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ)
    return enqueue(parameters, "clEnqueueReadGlobalVariableINTEL",
                   [&](cl_command_queue queue, auto... events) {
                     return functions.read(queue, native.get(), variable.name.c_str(), blocks,
                                           count, offset, host, events...);
                   });
  else
    return enqueue(parameters, "clEnqueueWriteGlobalVariableINTEL",
                   [&](cl_command_queue queue, auto... events) {
                     return functions.write(queue, native.get(), variable.name.c_str(), blocks,
                                            count, offset, host, events...);
                   });
}

template <ur_command_t Type, class Pointer>
Result<void> transferMemory(const EnqueueParameters &parameters,
                            const ProgramMemory::DeviceMemory &memory, size_t count, uint64_t at,
                            Pointer *host) {
  constexpr bool kIsRead = Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ;
  const cl_bool blocks = parameters.blocking ? CL_TRUE : CL_FALSE;
  if (!memory.buffer)
    return enqueue(parameters, "clEnqueueSVMMemcpy", [&](cl_command_queue queue, auto... events) {
      const ur_device_handle_t_ &device = *parameters.queue->device;
      if constexpr (kIsRead)
        return copyUsm(device, queue, parameters.blocking, host, memory.usm + at, count, events...);
      else
        return copyUsm(device, queue, parameters.blocking, memory.usm + at, host, count, events...);
    });
  return enqueue(
      parameters, kIsRead ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer",
      [&](cl_command_queue queue, auto... events) {
        if constexpr (kIsRead)
          return clEnqueueReadBuffer(queue, memory.buffer, blocks, at, count, host, events...);
        else
          return clEnqueueWriteBuffer(queue, memory.buffer, blocks, at, count, host, events...);
      });
}

struct Variables : adapter::HandleTypes {
  static Result<GlobalVariable> find(const ur_queue_handle_t_ &queue, ur_program_handle_t_ &program,
                                     const char *name) {
    return findBuilt(queue.device, program, name);
  }

  template <ur_command_t Type, class Pointer>
  static Result<void> transfer(const EnqueueParameters &parameters, ur_program_handle_t_ &program,
                               const GlobalVariable &variable, size_t offset, size_t size,
                               Pointer *host) {
    if (!variable.memory)
      return transferDriver<Type>(parameters, program, variable, size, offset, host);
    URSA_TRY(const ProgramMemory::DeviceMemory memory,
             variable.memory->on(*parameters.queue->device));
    return transferMemory<Type>(parameters, memory, size, variable.offset + offset, host);
  }
};

} // namespace

void fillVariables(ur_dditable_t &table) {
  table.Program.pfnGetGlobalVariablePointer =
      adapter::getVariablePointer<ur_device_handle_t_, ur_program_handle_t_, checkIsFor,
                                  variableAddress>;
  adapter::fillVariableFunctions<Variables>(table);
}

} // namespace ursa::opencl
