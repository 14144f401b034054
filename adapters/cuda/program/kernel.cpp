#include "adapters/cuda/program/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/launch/launch.h"
#include "adapters/cuda/launch/launch_log.h"
#include "adapters/cuda/program/offset_forms.h"
#include "adapters/cuda/program/specialized_code.h"
#include "adapters/cuda/queue/queue.h"
#include "format/ptx.h"

#include <algorithm>

namespace ursa::cuda {

Kernel::Kernel(ur_program_handle_t hProgram, std::string kernelName)
    : program(hProgram), name(std::move(kernelName)), keptName(cuda::keptName(name)) {
  adapter::retain(program);
}

Kernel::~Kernel() {
  functions.clear();
  built = nullptr;
  adapter::release(program);
}

uint64_t Kernel::newForm() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

Result<const Function *> Kernel::on(ur_device_handle_t device) const {
  const auto found = functions.find(device);
  if (found == functions.end())
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL,
                     "The program of kernel '{}' is not built for device '{}'.", name,
                     device->name);
  return &found->second;
}

Result<CUfunction> Function::offsetForm(const std::string &kernel) const {
  if (withOffset || !leavesOffsetForm)
    return withOffset;
  if (!module->offsetForms)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The code of kernel '{}' was generated without the form that takes a global "
                     "offset; launch it with offset 0.",
                     kernel);
  return module->offsetForms->find(module->native, kernel);
}

namespace {

using adapter::InfoWriter;
using adapter::KernelParameter;
using adapter::ParameterKind;

// A pointer to local memory is an offset of 32 bits in the code, and an address need not be marked
// as one.
KernelParameter parameterOf(KernelParameter parameter) {
  if (parameter.kind == ParameterKind::Value && parameter.size == sizeof(uint32_t))
    parameter.kind = ParameterKind::LocalOrValue;
  if (parameter.kind == ParameterKind::Value && parameter.size == sizeof(void *))
    parameter.kind = ParameterKind::PointerOrValue;
  return parameter;
}

std::optional<std::vector<KernelParameter>> parametersOf(const Code &code, const std::string &name,
                                                         CUfunction function) {
  std::vector<KernelParameter> parameters;
  if (const auto found = code.kernels.find(name); found != code.kernels.end())
    for (const KernelParameter &parameter : found->second.parameters)
      parameters.push_back(parameterOf(parameter));
  if (!parameters.empty() || code.form == CodeForm::Ptx)
    return parameters;
  if (!cu().cuFuncGetParamInfo)
    return std::nullopt;
  size_t offset = 0;
  size_t size = 0;
  for (size_t i = 0; i < adapter::kMaxParameters; ++i) {
    if (cu().cuFuncGetParamInfo(function, i, &offset, &size) != CUDA_SUCCESS)
      break;
    parameters.push_back(parameterOf({ParameterKind::Value, size}));
  }
  return parameters;
}

Result<void> readAttributes(NativeContext &native, FunctionFacts &function) {
  const auto attributeOf = [&](CUfunction_attribute query) -> Result<size_t> {
    int value = 0;
    URSA_CHECK(native.check(cu().cuFuncGetAttribute(&value, query, function.handle),
                            "cuFuncGetAttribute"));
    return static_cast<size_t>(std::max(value, 0));
  };
  URSA_TRY(function.maxGroupSize, attributeOf(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  URSA_TRY(function.localBytes, attributeOf(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  URSA_TRY(function.privateBytes, attributeOf(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  URSA_TRY(function.registers, attributeOf(CU_FUNC_ATTRIBUTE_NUM_REGS));
  int groups = 0;
  int size = 0;
  URSA_CHECK(native.check(
      cu().cuOccupancyMaxPotentialBlockSize(&groups, &size, function.handle, nullptr, 0, 0),
      "cuOccupancyMaxPotentialBlockSize"));
  function.suggestedGroupSize = std::clamp<size_t>(static_cast<size_t>(std::max(size, 1)), 1,
                                                   std::max<size_t>(function.maxGroupSize, 1));
  return {};
}

// Returns the known facts about a module's code: those of the loaded code are more than those of
// its source.
const Code &codeOf(const ModulePointer &module, const ur_program_handle_t_ &program) {
  return module->code ? *module->code : *program.codes.at(&module->native.device);
}

// The code of other programs could say that it leaves a form.
Result<void> findOffsetForm(const Module &module, const Code &code, const std::string &name,
                            FunctionFacts &function) {
  const auto kernel = code.kernels.find(name);
  function.leavesOffsetForm = kernel != code.kernels.end() && kernel->second.leavesOffsetForm;
  const std::string other = name + std::string(format::ptx::kWithOffsetSuffix);
  if (!code.kernels.contains(other))
    return {};
  return module.native.check(
      cu().cuModuleGetFunction(&function.withOffset, module.handle, other.c_str()),
      "cuModuleGetFunction");
}

Result<Function> findFunction(const ModulePointer &module, const ur_program_handle_t_ &program,
                              const std::string &name) {
  if (const auto known = module->functions.find(name))
    return Function{*known, module};
  NativeContext &native = module->native;
  URSA_TRY(const Current current, native.enter());
  FunctionFacts facts;
  const CUresult code = cu().cuModuleGetFunction(&facts.handle, module->handle, name.c_str());
  if (code == CUDA_ERROR_NOT_FOUND)
    return adapter::unknownKernel(name, kernelNames(codeOf(module, program)));
  URSA_CHECK(native.check(code, "cuModuleGetFunction"));
  URSA_CHECK(findOffsetForm(*module, codeOf(module, program), name, facts));
  URSA_CHECK(readAttributes(native, facts));
  module->functions.add(name, facts);
  return Function{facts, module};
}

struct Kernels : adapter::HandleTypes {
  static Result<ur_kernel_handle_t> make(ur_program_handle_t_ &program, const char *name) {
    return makeKernel(program, name);
  }
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) {
    for (NativeContext *native : kernel.program->context->natives)
      native->reclaim(); // completed commands retain no references
    return kernel.references.load();
  }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    if (!kernel.parameters)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "The driver does not report how many arguments kernel '{}' has.",
                       kernel.name);
    return static_cast<uint32_t>(kernel.parameters->size());
  }
  static uint32_t registers(const ur_kernel_handle_t_ &kernel) {
    return static_cast<uint32_t>(kernel.functions.begin()->second.registers);
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    return adapter::kernelAttributes(kernel.requiredSize, kernel.requiredSubGroupSize);
  }
  static Result<void> checkIsFor(const ur_kernel_handle_t_ &kernel, ur_device_handle_t device) {
    URSA_CHECK(kernel.program->context->checkHas(device));
    const auto function = kernel.on(device);
    return function ? Result<void>() : Result<void>(function.error());
  }

  static Result<void> answerGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                  ur_device_handle_t_ &device, ur_kernel_group_info_t query) {
    URSA_TRY(const Function *const function, kernel.on(&device));
    adapter::KernelGroupInfo facts(kernel.requiredSize, function->maxGroupSize);
    facts.localBytes = function->localBytes;
    facts.privateBytes = function->privateBytes;
    facts.multiple = device.subGroupSize;
    return adapter::answerKernelGroup(writer, query, facts);
  }

  static Result<void> answerSubGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                     ur_device_handle_t_ &device,
                                     ur_kernel_sub_group_info_t query) {
    URSA_TRY(const Function *const function, kernel.on(&device));
    return adapter::answerKernelSubGroup(writer, query,
                                         {device.subGroupSize,
                                          static_cast<uint32_t>(function->maxGroupSize),
                                          kernel.requiredSubGroupSize});
  }

  static Result<void> suggestLocalSize(const ur_kernel_handle_t_ &kernel,
                                       const ur_queue_handle_t_ &queue,
                                       const adapter::NdRange &range, size_t *suggested) {
    URSA_TRY(const Function *const function, kernel.on(queue.device));
    URSA_TRY(const LaunchSizes sizes, launchSizes(*queue.device, kernel, *function, range));
    std::copy_n(sizes.local.begin(), range.workDim, suggested);
    return {};
  }

  static Result<uint32_t> cooperativeGroups(const ur_kernel_handle_t_ &kernel,
                                            ur_device_handle_t_ &device,
                                            const adapter::NdRange &group, size_t localBytes) {
    URSA_TRY(const Function *const function, kernel.on(&device));
    URSA_TRY(const LaunchSizes sizes, launchSizes(device, kernel, *function, group));
    return maxCooperativeGroups(device, *function, sizes, localBytes);
  }
};

// Values of a kernel need a build of their own. Launches before keep the module that they use.
struct KernelConstants {
  static std::string name(const ur_kernel_handle_t_ &kernel) {
    return fmt::format("kernel '{}'", kernel.name);
  }
  static Result<std::optional<size_t>> sizeOf(const ur_kernel_handle_t_ &kernel, uint32_t id) {
    return kernel.built ? constantSize(*kernel.program, id) : std::optional<size_t>();
  }
  static Result<void> set(ur_kernel_handle_t_ &kernel, adapter::ConstantValues &&values) {
    const Build &before = *kernel.built;
    auto built = std::make_shared<Build>();
    built->values = std::move(values);
    built->values.insert(before.values.begin(), before.values.end());
    built->options = before.options;
    if (built->values == before.values)
      return {};
    const ur_program_handle_t_ &program = *kernel.program;
    std::map<ur_device_handle_t, Function> functions;
    std::string log;
    for (const auto &[device, module] : before.modules) {
      URSA_TRY(built->modules[device], loadSpecialized(module->native, program.codes.at(device),
                                                       built->values, built->options, log));
      URSA_TRY(functions[device], findFunction(built->modules[device], program, kernel.name));
    }
    kernel.functions.swap(functions);
    kernel.form = Kernel::newForm();
    kernel.built = std::move(built);
    return {};
  }
};

} // namespace

Result<ur_kernel_handle_t> makeKernel(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(auto built, adapter::executableOf(program, fmt::format("Kernel '{}'", name)));
  auto kernel = adapter::Ref<ur_kernel_handle_t_>::adopt(new ur_kernel_handle_t_(&program, name));
  for (const auto &[device, module] : built->modules) {
    URSA_TRY(Function function, findFunction(module, program, kernel->name));
    const Code &code = codeOf(module, program);
    kernel->parameters = parametersOf(code, kernel->name, function.handle);
    if (const auto found = code.kernels.find(name); found != code.kernels.end()) {
      kernel->requiredSize = found->second.requiredSize;
      kernel->requiredSubGroupSize = found->second.requiredSubGroupSize;
    }
    kernel->functions.emplace(device, std::move(function));
  }
  kernel->built = std::move(built);
  return kernel.detach();
}

Result<ur_kernel_handle_t> wrapFunction(ur_program_handle_t_ &program, NativeContext &native,
                                        CUfunction handle, std::string name) {
  URSA_TRY(const Current current, native.enter());
  auto kernel =
      adapter::Ref<ur_kernel_handle_t_>::adopt(new ur_kernel_handle_t_(&program, std::move(name)));
  Function function;
  function.handle = handle;
  URSA_CHECK(readAttributes(native, function));
  const auto code = program.codes.find(&native.device);
  kernel->parameters =
      parametersOf(code == program.codes.end() ? Code{CodeForm::Cubin, {}, {}} : *code->second,
                   kernel->name, handle);
  kernel->functions.emplace(&native.device, std::move(function));
  return kernel.detach();
}

void fillKernelTable(ur_dditable_t &table) {
  adapter::fillKernelFunctions<Kernels>(table);
  adapter::fillCooperativeQuery<Kernels>(table);
  table.Kernel.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<ur_kernel_handle_t_, KernelConstants>;
}

} // namespace ursa::cuda
