// Program queries and specialization constants.
#include "adapters/common/info.h"
#include "adapters/common/program_functions.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/program.h"
#include "core/support/last_error.h"

#include <algorithm>
#include <cstring>

namespace ursa::host {
namespace {

using ProgramImage = ur_program_handle_t_::Image;

// Checks all constants before it changes any.
ur_result_t setSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(pSpecConstants);
    if (count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
    const auto &slots = hProgram->summary.constants;
    ConstantValues given;
    for (uint32_t i = 0; i < count; ++i) {
      const ur_specialization_constant_info_t &constant = pSpecConstants[i];
      const auto slot =
          std::lower_bound(slots.begin(), slots.end(), constant.id,
                           [](const ConstantSlot &s, uint32_t id) { return s.id < id; });
      if (slot == slots.end() || slot->id != constant.id)
        return makeError(UR_RESULT_ERROR_INVALID_SPEC_ID,
                         "The program has no specialization constant {}; it has {}.", constant.id,
                         slots.size());
      if (constant.size != slot->size)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "Specialization constant {} is {} bytes; {} were given.", constant.id,
                         slot->size, constant.size);
      if (!constant.pValue)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "The value of specialization constant {} is a null pointer.", constant.id);
      const auto *bytes = static_cast<const std::byte *>(constant.pValue);
      given[constant.id].assign(bytes, bytes + constant.size);
    }
    const std::lock_guard guard(hProgram->mutex);
    for (auto &[id, value] : given)
      hProgram->values[id] = std::move(value);
    return {};
  });
}

// Returns the binary of a build, with the constants of that build folded.
Result<ProgramImage> binaryOf(ur_program_handle_t_ &program) {
  ProgramImage image;
  ConstantValues values;
  {
    const std::lock_guard guard(program.mutex);
    const bool isFinished = program.isIl() || program.summary.constants.empty() || !program.built;
    if (isFinished || program.binary)
      return isFinished ? program.image : program.binary;
    image = program.image;
    values = program.compiledValues;
  }
  const jit::LinkInput whole{*image, std::move(values)};
  URSA_TRY(std::vector<std::byte> bytes, jit::linkImages(std::span(&whole, 1)));
  auto made = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::lock_guard guard(program.mutex);
  if (program.image == image)
    program.binary = made;
  return ProgramImage(made);
}

// The property value is an array of pointers to memory of the caller; a null pointer skips the
// image.
Result<void> copyImage(const ProgramImage &image, size_t propSize, void *pPropValue,
                       size_t *pPropSizeRet) {
  if (pPropValue) {
    if (propSize < sizeof(unsigned char *))
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The property is an array of 1 pointer; propSize is {} bytes.", propSize);
    auto *destination = *static_cast<unsigned char **>(pPropValue);
    if (destination && image)
      std::memcpy(destination, image->data(), image->size());
  }
  if (pPropSizeRet)
    *pPropSizeRet = sizeof(unsigned char *);
  return {};
}

ur_result_t getInfo(ur_program_handle_t hProgram, ur_program_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PROGRAM_INFO_REFERENCE_COUNT:
      return writer.value(hProgram->references.load());
    case UR_PROGRAM_INFO_CONTEXT:
      return writer.value(hProgram->context);
    case UR_PROGRAM_INFO_NUM_DEVICES:
      return writer.value<uint32_t>(1);
    case UR_PROGRAM_INFO_DEVICES:
      return writer.value(
          hProgram->context->devices.front().get()); // the other devices run it as well
    case UR_PROGRAM_INFO_IL:
      return writer.bytes(hProgram->il.data(), hProgram->il.size());
    case UR_PROGRAM_INFO_BINARY_SIZES: {
      URSA_TRY(const ProgramImage image, binaryOf(*hProgram));
      return writer.value<size_t>(image ? image->size() : 0);
    }
    case UR_PROGRAM_INFO_BINARIES: {
      URSA_TRY(const ProgramImage image, binaryOf(*hProgram));
      return copyImage(image, propSize, pPropValue, pPropSizeRet);
    }
    case UR_PROGRAM_INFO_NUM_KERNELS:
      return writer.value<size_t>(hProgram->summary.kernels.size());
    case UR_PROGRAM_INFO_KERNEL_NAMES: {
      std::string names;
      for (const std::string &name : hProgram->summary.kernels)
        names += (names.empty() ? "" : ";") + name;
      return writer.string(names);
    }
    default:
      return adapter::InfoWriter::unknown("urProgramGetInfo", propName);
    }
  });
}

// Only kernels have an address: that of the function that runs their work-groups. Other functions
// may be inlined into their callers.
ur_result_t getFunctionPointer(ur_device_handle_t hDevice, ur_program_handle_t hProgram,
                               const char *pFunctionName, void **ppFunctionPointer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pFunctionName);
    URSA_POINTER(ppFunctionPointer);
    URSA_CHECK(checkDevice(hDevice));
    URSA_TRY(const auto build,
             executableOf(*hProgram, fmt::format("The address of '{}'", pFunctionName)));
    const KernelInfo *kernel = build->kernel(pFunctionName);
    if (!kernel)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME, "The program has no kernel '{}'.",
                       pFunctionName);
    *ppFunctionPointer = reinterpret_cast<void *>(kernel->entry);
    return {};
  });
}

ur_result_t getGlobalVariablePointer(ur_device_handle_t hDevice, ur_program_handle_t hProgram,
                                     const char *pGlobalVariableName,
                                     size_t *pGlobalVariableSizeRet,
                                     void **ppGlobalVariablePointerRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pGlobalVariableName);
    URSA_POINTER(ppGlobalVariablePointerRet);
    URSA_CHECK(checkDevice(hDevice));
    URSA_TRY(const GlobalVariable variable, globalVariable(*hProgram, pGlobalVariableName));
    if (pGlobalVariableSizeRet)
      *pGlobalVariableSizeRet = variable.size;
    *ppGlobalVariablePointerRet = variable.address;
    return {};
  });
}

} // namespace

Result<std::shared_ptr<const jit::Program>> executableOf(ur_program_handle_t_ &program,
                                                         std::string_view use) {
  const std::lock_guard guard(program.mutex);
  if (!program.built)
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "{} was requested before the program was built.", use);
  return program.built;
}

Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(auto build, executableOf(program, fmt::format("Variable '{}'", name)));
  const VariableInfo *variable = build->variable(name);
  if (const auto mapped = program.variableNames.find(name);
      !variable && mapped != program.variableNames.end())
    variable = build->variable(mapped->second);
  if (!variable)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The program has no global variable '{}'.",
                     name);
  return GlobalVariable{std::move(build), variable->address, variable->size};
}

void fillProgramQueries(ur_dditable_t &table) {
  table.Program.pfnGetInfo = getInfo;
  table.Program.pfnGetBuildInfo =
      adapter::getBuildInfo<ur_program_handle_t_, ur_device_handle_t_, checkIsFor>;
  table.Program.pfnSetSpecializationConstants = setSpecializationConstants;
  table.Program.pfnGetFunctionPointer = getFunctionPointer;
  table.Program.pfnGetGlobalVariablePointer = getGlobalVariablePointer;
}

} // namespace ursa::host
