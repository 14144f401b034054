// Intercepts of the UR functions that specialization handles before the adapter. Through them,
// programs created from a container of device images, and their kernels, support specialization
// constants on every device. So do kernels of plain SPIR-V programs if the device specializes
// programs. All other calls pass after one relaxed load.
#include "core/dispatch/adapter_calls.h"
#include "core/intercepts/launch.h"
#include "core/intercepts/state.h"
#include "core/programs/program_builder.h"
#include "core/selection/decision.h"
#include "core/selection/image_choice.h"
#include "format/container.h"
#include "support/last_error.h"

#include <cstring>

namespace ursa::core::intercepts {
namespace {

using api::Function;
using dispatch::passToAdapter;
using specialization::SharedValues;

Result<std::span<const ur_specialization_constant_info_t>>
checkedList(uint32_t count, const ur_specialization_constant_info_t *values) {
  if (!values)
    return Error{UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter 'pSpecConstants' is null."};
  if (count == 0)
    return Error{UR_RESULT_ERROR_INVALID_SIZE, "The parameter 'count' is 0."};
  return std::span(values, count);
}

// ---- programs

std::span<const std::byte> binaryAt(uint32_t index, const size_t *lengths,
                                    const uint8_t *const *binaries) {
  return {reinterpret_cast<const std::byte *>(binaries[index]), lengths[index]};
}

bool areContainers(uint32_t count, const size_t *lengths, const uint8_t *const *binaries) {
  return count > 0 && lengths && binaries && binaries[0] &&
         format::isContainer(binaryAt(0, lengths, binaries));
}

// Returns values for a program. The caller holds its mutex, unless no other thread knows it.
Result<SharedValues> programValues(ProgramState &state, specialization::ValueBlob blob) {
  const selection::ImageBinding &binding = *state.binding;
  // Only native kernels are worth the memory of values that are not set any more.
  if (binding.mode == URSA_SPECIALIZATION_MODE_TIERED)
    return state.recent.get(binding.context, binding.mode, std::move(blob));
  return specialization::createValues(binding.context, binding.mode, std::move(blob));
}

Result<void> createFromContainer(ur_context_handle_t context,
                                 std::span<const ur_device_handle_t> devices, const size_t *lengths,
                                 const uint8_t *const *binaries,
                                 const ur_program_properties_t *properties,
                                 ur_program_handle_t *program) {
  if (devices.size() != 1)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "A container of device images makes a program for one device; {} were given. "
                     "ursaBundleCreate takes several.",
                     devices.size());
  const auto bytes = binaryAt(0, lengths, binaries);
  URSA_TRY(auto images, format::ImageSet::fromBytes({bytes.begin(), bytes.end()}));
  URSA_TRY(const ursa_specialization_mode_t mode,
           selection::requestedMode(URSA_SPECIALIZATION_MODE_AUTO));
  URSA_TRY(auto bindings, selection::bindImages(context, devices[0], {images}, mode));
  if (bindings.size() != 1)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The container holds {} programs; one was expected. ursaBundleCreate takes "
                     "several.",
                     bindings.size());
  auto state = std::make_shared<ProgramState>();
  state->binding = bindings.front();
  state->cache = cache::programCacheOf(context);
  URSA_TRY(SharedValues values, programValues(*state, state->binding->layout.defaults()));
  state->setValues(std::move(values));
  URSA_TRY(const cache::SharedProgram created,
           programs::createProgram(*state->binding, properties));
  URSA_CHECK(dispatch::call<Function::urProgramRetain>(created.get())); // the caller's reference
  programStates().add(created.get(), std::move(state));
  *program = created.get();
  return {};
}

// Returns the state of a SPIR-V program with specialization constants; null if the program needs
// none.
Result<std::shared_ptr<ProgramState>> createSpirvState(ur_context_handle_t context,
                                                       std::span<const std::byte> code) {
  URSA_TRY(auto binding, selection::bindSpirv(context, code));
  if (!binding)
    return std::shared_ptr<ProgramState>();
  auto state = std::make_shared<ProgramState>();
  state->binding = std::move(binding);
  state->cache = cache::programCacheOf(context);
  URSA_TRY(SharedValues values, programValues(*state, state->binding->layout.defaults()));
  state->setValues(std::move(values));
  return state;
}

Result<void> setGivenValues(ur_program_handle_t program, ProgramState &state, uint32_t count,
                            const ur_specialization_constant_info_t *given) {
  URSA_TRY(const auto values, checkedList(count, given));
  const std::lock_guard lock(state.mutex);
  URSA_TRY(specialization::ValueBlob blob,
           specialization::applyValues(state.binding->layout, state.values.load()->blob, values,
                                       "the program"));
  URSA_TRY(SharedValues newValues, programValues(state, std::move(blob)));
  if (state.binding->mode == URSA_SPECIALIZATION_MODE_NATIVE)
    URSA_CHECK(
        dispatch::call<Function::urProgramSetSpecializationConstants>(program, count, given));
  if (state.tier && newValues->id != state.valuesId)
    state.tier->withdrawBuild();
  state.setValues(std::move(newValues));
  return {};
}

Result<void> recordBuild(ur_program_handle_t program, const char *options) {
  ProgramState *state = programStates().find(program);
  if (!state)
    return {};
  const selection::ImageBinding &binding = *state->binding;
  std::shared_ptr<tiers::ProgramTier> tier;
  SharedValues values;
  {
    const std::lock_guard lock(state->mutex);
    values = state->values.load();
    state->options = options ? options : "";
    if (binding.mode == URSA_SPECIALIZATION_MODE_NATIVE)
      state->builtValues = values;
    if (binding.mode == URSA_SPECIALIZATION_MODE_TIERED)
      tier = state->tier =
          tiers::ProgramTier::create(state->binding, state->cache, state->options, state->counters);
  }
  if (!tier)
    return {};
  if (values->blob == binding.layout.defaults())
    (void)tier->buildNow(values); // without it the kernels are emulated
  else
    tier->requestBuild(values);
  return {};
}

// ---- kernels

// Queries the kernel that a launch would use.
template <Function F, class... Args>
ur_result_t queryActiveKernel(ur_kernel_handle_t handle, const Args &...args) {
  const KernelState *state = kernelStates().find(handle);
  const programs::SharedKernel specialized = state ? specializedOf(*state) : nullptr;
  return passToAdapter<F>(specialized ? specialized.get() : handle, args...);
}

std::shared_ptr<KernelState> createKernelState(ProgramState &program, const char *name) {
  auto state = std::make_shared<KernelState>();
  state->binding = program.binding;
  state->program = program.shared_from_this();
  state->cache = program.cache;
  state->name = name;
  state->bufferIndex = specialization::bufferIndexOf(*program.binding->image, name);
  state->isNative = program.binding->mode == URSA_SPECIALIZATION_MODE_NATIVE;
  {
    const std::lock_guard lock(program.mutex);
    state->options = program.options;
    if (state->bufferIndex)
      state->tier = program.tier;
    if (program.builtValues)
      state->setFirst(std::make_shared<const KernelValues>(
          KernelValues{program.builtValues, nullptr, state->bufferIndex}));
  }
  state->updateLaunch();
  if (state->tier) {
    const SharedValues values = program.values.load();
    if (const cache::SharedProgram native = state->tier->builtFor(*values))
      (void)state->createNative(native, values); // without it the kernel is emulated at first
  }
  return state;
}

} // namespace

// Every device supports specialization constants, through the emulation buffer if necessary.
ur_result_t urDeviceGetInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                            void *pPropValue, size_t *pPropSizeRet) {
  const bool isOurs = propName == UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS ||
                      propName == UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS;
  if (!isOurs) [[likely]]
    return passToAdapter<Function::urDeviceGetInfo>(hDevice, propName, propSize, pPropValue,
                                                    pPropSizeRet);
  const ur_bool_t answer = true;
  if (!pPropValue && (!pPropSizeRet || propSize != 0))
    return reportError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "pPropValue is null, but the call requests the value.");
  if (pPropValue && propSize < sizeof(answer))
    return reportError(makeError(UR_RESULT_ERROR_INVALID_SIZE,
                                 "The answer is {} bytes; there is room for {}.", sizeof(answer),
                                 propSize));
  if (pPropValue)
    std::memcpy(pPropValue, &answer, sizeof(answer));
  if (pPropSizeRet)
    *pPropSizeRet = sizeof(answer);
  return UR_RESULT_SUCCESS;
}

ur_result_t urProgramCreateWithIL(ur_context_handle_t hContext, const void *pIL, size_t length,
                                  const ur_program_properties_t *pProperties,
                                  ur_program_handle_t *phProgram) {
  std::shared_ptr<ProgramState> state;
  const ur_result_t prepared = atBoundary([&]() -> Result<void> {
    if (pIL && phProgram) {
      URSA_TRY(state, createSpirvState(hContext, {static_cast<const std::byte *>(pIL), length}));
    }
    return {};
  });
  if (prepared != UR_RESULT_SUCCESS)
    return prepared;
  if (!state)
    return passToAdapter<Function::urProgramCreateWithIL>(hContext, pIL, length, pProperties,
                                                          phProgram);
  ur_program_handle_t program = nullptr;
  const ur_result_t created =
      passToAdapter<Function::urProgramCreateWithIL>(hContext, pIL, length, pProperties, &program);
  if (created != UR_RESULT_SUCCESS)
    return created;
  const ur_result_t tracked = atBoundary([&]() -> Result<void> {
    programStates().add(program, std::move(state));
    return {};
  });
  if (tracked == UR_RESULT_SUCCESS)
    *phProgram = program;
  else
    (void)dispatch::callAdapter<Function::urProgramRelease>(program);
  return tracked;
}

ur_result_t urProgramCreateWithBinary(ur_context_handle_t hContext, uint32_t numDevices,
                                      ur_device_handle_t *phDevices, size_t *pLengths,
                                      const uint8_t **ppBinaries,
                                      const ur_program_properties_t *pProperties,
                                      ur_program_handle_t *phProgram) {
  if (!phDevices || !phProgram || !areContainers(numDevices, pLengths, ppBinaries))
    return passToAdapter<Function::urProgramCreateWithBinary>(
        hContext, numDevices, phDevices, pLengths, ppBinaries, pProperties, phProgram);
  return atBoundary([&] {
    return createFromContainer(hContext, {phDevices, numDevices}, pLengths, ppBinaries, pProperties,
                               phProgram);
  });
}

ur_result_t urProgramRetain(ur_program_handle_t hProgram) {
  const ur_result_t result = passToAdapter<Function::urProgramRetain>(hProgram);
  if (result == UR_RESULT_SUCCESS)
    programStates().retain(hProgram);
  return result;
}

ur_result_t urProgramRelease(ur_program_handle_t hProgram) {
  const std::shared_ptr<ProgramState> last = programStates().release(hProgram);
  return passToAdapter<Function::urProgramRelease>(hProgram);
}

ur_result_t urProgramBuild(ur_context_handle_t hContext, ur_program_handle_t hProgram,
                           const char *pOptions) {
  const ur_result_t result = passToAdapter<Function::urProgramBuild>(hContext, hProgram, pOptions);
  if (result == UR_RESULT_SUCCESS)
    return atBoundary([&] { return recordBuild(hProgram, pOptions); });
  return result;
}

ur_result_t urProgramBuildExp(ur_program_handle_t hProgram, uint32_t numDevices,
                              ur_device_handle_t *phDevices, ur_exp_program_flags_t flags,
                              const char *pOptions) {
  const ur_result_t result =
      passToAdapter<Function::urProgramBuildExp>(hProgram, numDevices, phDevices, flags, pOptions);
  if (result == UR_RESULT_SUCCESS)
    return atBoundary([&] { return recordBuild(hProgram, pOptions); });
  return result;
}

ur_result_t
urProgramSetSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                    const ur_specialization_constant_info_t *pSpecConstants) {
  ProgramState *const state = programStates().find(hProgram);
  // An image may have constants that its properties do not describe; the adapter handles those.
  if (!state || state->binding->layout.empty())
    return passToAdapter<Function::urProgramSetSpecializationConstants>(hProgram, count,
                                                                        pSpecConstants);
  return atBoundary([&] { return setGivenValues(hProgram, *state, count, pSpecConstants); });
}

ur_result_t urKernelCreate(ur_program_handle_t hProgram, const char *pKernelName,
                           ur_kernel_handle_t *phKernel) {
  ProgramState *const program = programStates().find(hProgram);
  if (!program || !pKernelName || !phKernel)
    return passToAdapter<Function::urKernelCreate>(hProgram, pKernelName, phKernel);
  ur_kernel_handle_t kernel = nullptr;
  const ur_result_t created =
      passToAdapter<Function::urKernelCreate>(hProgram, pKernelName, &kernel);
  if (created != UR_RESULT_SUCCESS)
    return created;
  const ur_result_t tracked = atBoundary([&]() -> Result<void> {
    if (!program->binding->layout.empty())
      kernelStates().add(kernel, createKernelState(*program, pKernelName));
    return {};
  });
  if (tracked == UR_RESULT_SUCCESS)
    *phKernel = kernel;
  else
    (void)dispatch::callAdapter<Function::urKernelRelease>(kernel);
  return tracked;
}

ur_result_t urKernelRetain(ur_kernel_handle_t hKernel) {
  const ur_result_t result = passToAdapter<Function::urKernelRetain>(hKernel);
  if (result == UR_RESULT_SUCCESS)
    kernelStates().retain(hKernel);
  return result;
}

ur_result_t urKernelRelease(ur_kernel_handle_t hKernel) {
  const std::shared_ptr<KernelState> last = kernelStates().release(hKernel);
  return passToAdapter<Function::urKernelRelease>(hKernel);
}

// Hides the implicit argument from the application.
ur_result_t urKernelGetInfo(ur_kernel_handle_t hKernel, ur_kernel_info_t propName, size_t propSize,
                            void *pPropValue, size_t *pPropSizeRet) {
  const ur_result_t result = passToAdapter<Function::urKernelGetInfo>(hKernel, propName, propSize,
                                                                      pPropValue, pPropSizeRet);
  if (result == UR_RESULT_SUCCESS && propName == UR_KERNEL_INFO_NUM_ARGS && pPropValue) {
    if (KernelState *const state = kernelStates().find(hKernel); state && state->bufferIndex)
      std::memcpy(pPropValue, &*state->bufferIndex, sizeof(uint32_t));
  }
  return result;
}

ur_result_t urKernelGetGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                 ur_kernel_group_info_t propName, size_t propSize, void *pPropValue,
                                 size_t *pPropSizeRet) {
  return queryActiveKernel<Function::urKernelGetGroupInfo>(hKernel, hDevice, propName, propSize,
                                                           pPropValue, pPropSizeRet);
}

ur_result_t urKernelGetSubGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                    ur_kernel_sub_group_info_t propName, size_t propSize,
                                    void *pPropValue, size_t *pPropSizeRet) {
  return queryActiveKernel<Function::urKernelGetSubGroupInfo>(hKernel, hDevice, propName, propSize,
                                                              pPropValue, pPropSizeRet);
}

ur_result_t urKernelGetSuggestedLocalWorkSize(ur_kernel_handle_t hKernel, ur_queue_handle_t hQueue,
                                              uint32_t numWorkDim, const size_t *pGlobalWorkOffset,
                                              const size_t *pGlobalWorkSize,
                                              size_t *pSuggestedLocalWorkSize) {
  return queryActiveKernel<Function::urKernelGetSuggestedLocalWorkSize>(
      hKernel, hQueue, numWorkDim, pGlobalWorkOffset, pGlobalWorkSize, pSuggestedLocalWorkSize);
}

ur_result_t urKernelSuggestMaxCooperativeGroupCount(ur_kernel_handle_t hKernel,
                                                    ur_device_handle_t hDevice, uint32_t workDim,
                                                    const size_t *pLocalWorkSize,
                                                    size_t dynamicSharedMemorySize,
                                                    uint32_t *pGroupCountRet) {
  return queryActiveKernel<Function::urKernelSuggestMaxCooperativeGroupCount>(
      hKernel, hDevice, workDim, pLocalWorkSize, dynamicSharedMemorySize, pGroupCountRet);
}

ur_result_t urKernelSetExecInfo(ur_kernel_handle_t hKernel, ur_kernel_exec_info_t propName,
                                size_t propSize,
                                const ur_kernel_exec_info_properties_t *pProperties,
                                const void *pPropValue) {
  const ur_result_t result = passToAdapter<Function::urKernelSetExecInfo>(
      hKernel, propName, propSize, pProperties, pPropValue);
  KernelState *const state = result == UR_RESULT_SUCCESS ? kernelStates().find(hKernel) : nullptr;
  if (!state)
    return result;
  const auto *bytes = static_cast<const std::byte *>(pPropValue);
  return atBoundary([&] { return recordExecInfo(*state, propName, {bytes, propSize}); });
}

ur_result_t
urKernelSetSpecializationConstants(ur_kernel_handle_t hKernel, uint32_t count,
                                   const ur_specialization_constant_info_t *pSpecConstants) {
  KernelState *const state = kernelStates().find(hKernel);
  if (!state)
    return passToAdapter<Function::urKernelSetSpecializationConstants>(hKernel, count,
                                                                       pSpecConstants);
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const auto values, checkedList(count, pSpecConstants));
    return setKernelValues(*state, values);
  });
}

ur_result_t urKernelGetSuggestedLocalWorkSizeWithArgs(
    ur_kernel_handle_t hKernel, ur_queue_handle_t hQueue, uint32_t numWorkDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, uint32_t numArgs,
    const ur_exp_kernel_arg_properties_t *pArgs, size_t *pSuggestedLocalWorkSize) {
  KernelState *const state = kernelStates().find(hKernel);
  if (!state)
    return passToAdapter<Function::urKernelGetSuggestedLocalWorkSizeWithArgs>(
        hKernel, hQueue, numWorkDim, pGlobalWorkOffset, pGlobalWorkSize, numArgs, pArgs,
        pSuggestedLocalWorkSize);
  Launch launch;
  const ur_result_t prepared =
      atBoundary([&] { return launch.prepare(hKernel, *state, numArgs, pArgs); });
  if (prepared != UR_RESULT_SUCCESS)
    return prepared;
  return passToAdapter<Function::urKernelGetSuggestedLocalWorkSizeWithArgs>(
      launch.kernel(), hQueue, numWorkDim, pGlobalWorkOffset, pGlobalWorkSize, launch.count(),
      launch.args(), pSuggestedLocalWorkSize);
}

ur_result_t urEnqueueKernelLaunchWithArgsExp(
    ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs,
    const ur_kernel_launch_ext_properties_t *launchPropList, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  KernelState *const state = kernelStates().find(hKernel);
  if (!state) [[likely]]
    return passToAdapter<Function::urEnqueueKernelLaunchWithArgsExp>(
        hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, numArgs,
        pArgs, launchPropList, numEventsInWaitList, phEventWaitList, phEvent);
  Launch launch;
  const ur_result_t prepared =
      atBoundary([&] { return launch.prepare(hKernel, *state, numArgs, pArgs); });
  if (prepared != UR_RESULT_SUCCESS)
    return prepared;
  const ur_result_t result = passToAdapter<Function::urEnqueueKernelLaunchWithArgsExp>(
      hQueue, launch.kernel(), workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize,
      launch.count(), launch.args(), launchPropList, numEventsInWaitList, phEventWaitList, phEvent);
  if (result == UR_RESULT_SUCCESS) // the request of a build does not delay the launch
    launch.note(*state, workDim, pGlobalWorkSize, pLocalWorkSize);
  return result;
}

} // namespace ursa::core::intercepts
