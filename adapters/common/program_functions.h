// The program functions that all adapters share: creation, builds, links and queries. Lists of
// devices come from the caller; an empty one stands for all devices of the program or context.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/program_metadata.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <fmt/ranges.h>

#include <concepts>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::adapter {

using DeviceList = std::span<const ur_device_handle_t>;
using Bytes = std::span<const std::byte>;

/// Checks the flags and devices of an extended build.
template <Callable<Result<void>(ur_device_handle_t)> Check>
Result<void> checkExtendedBuild(uint32_t numDevices, const ur_device_handle_t *phDevices,
                                ur_exp_program_flags_t flags, Check &&check) {
  URSA_POINTER(phDevices);
  if (flags & UR_EXP_PROGRAM_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The program flags {:#x} are not defined.", flags);
  if (flags & UR_EXP_PROGRAM_FLAG_ALLOW_UNRESOLVED_SYMBOLS)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Programs with unresolved symbols cannot be built for this device.");
  for (uint32_t i = 0; i < numDevices; ++i) {
    URSA_CHECK(checkHandle(phDevices[i], "phDevices[i]"));
    URSA_CHECK(check(phDevices[i]));
  }
  return {};
}

/// Implements pfnCreateWithIL.
/// @tparam Make gets the bytes, and the names of variables
template <class Context, class Program,
          Callable<Result<Program *>(Context &, Bytes, VariableNames)> auto Make>
ur_result_t createWithIl(Context *hContext, const void *pIL, size_t length,
                         const ur_program_properties_t *pProperties, Program **phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIL);
    URSA_POINTER(phProgram);
    URSA_TRY(VariableNames names, readMetadata(pProperties));
    if (length == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The program has 0 bytes.");
    const Bytes bytes(static_cast<const std::byte *>(pIL), length);
    URSA_TRY(*phProgram, Make(*hContext, bytes, std::move(names)));
    return {};
  });
}

/// Returns the bytes of binary @p index.
/// Errors: UR_RESULT_ERROR_INVALID_VALUE for a null binary (a null array is
/// UR_RESULT_ERROR_INVALID_NULL_POINTER), UR_RESULT_ERROR_INVALID_SIZE for an empty one.
Result<Bytes> binaryBytes(const uint8_t *const *binaries, const size_t *lengths, uint32_t index,
                          uint32_t count);

/// Implements pfnCreateWithBinary.
/// @tparam Check whether the context contains the device
/// @tparam Make gets a binary for each device, and the names of variables
/// @tparam MaxDevices of a program
template <
    class Context, class Program, Callable<Result<void>(Context &, ur_device_handle_t)> auto Check,
    Callable<Result<Program *>(Context &, DeviceList, std::vector<Bytes>, VariableNames)> auto Make,
    uint32_t MaxDevices = UINT32_MAX>
ur_result_t createWithBinary(Context *hContext, uint32_t numDevices, ur_device_handle_t *phDevices,
                             size_t *pLengths, const uint8_t **ppBinaries,
                             const ur_program_properties_t *pProperties, Program **phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phDevices);
    URSA_POINTER(pLengths);
    URSA_POINTER(ppBinaries);
    URSA_POINTER(phProgram);
    URSA_TRY(VariableNames names, readMetadata(pProperties));
    if (numDevices == 0 || numDevices > MaxDevices)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "{} devices were given; a program of this platform has {}.", numDevices,
                       MaxDevices == 1 ? "exactly 1" : "1 or more");
    std::vector<Bytes> binaries;
    for (uint32_t i = 0; i < numDevices; ++i) {
      URSA_CHECK(checkHandle(phDevices[i], "in phDevices"));
      URSA_CHECK(Check(*hContext, phDevices[i]));
      URSA_TRY(const Bytes binary, binaryBytes(ppBinaries, pLengths, i, numDevices));
      binaries.push_back(binary);
    }
    URSA_TRY(*phProgram, Make(*hContext, DeviceList(phDevices, numDevices), std::move(binaries),
                              std::move(names)));
    return {};
  });
}

/// Implements pfnGetBuildInfo.
/// @tparam Program has a mutex, status, options, buildLog and type
/// @tparam Check whether the program is for the device
template <class Program, class Device, Callable<Result<void>(Program &, Device *)> auto Check>
ur_result_t getBuildInfo(Program *hProgram, Device *hDevice, ur_program_build_info_t propName,
                         size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_HANDLE(hDevice);
    URSA_CHECK(Check(*hProgram, hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const std::lock_guard guard(hProgram->mutex);
    switch (propName) {
    case UR_PROGRAM_BUILD_INFO_STATUS:
      return writer.value(hProgram->status);
    case UR_PROGRAM_BUILD_INFO_OPTIONS:
      return writer.string(hProgram->options);
    case UR_PROGRAM_BUILD_INFO_LOG:
      return writer.string(hProgram->buildLog);
    case UR_PROGRAM_BUILD_INFO_BINARY_TYPE:
      return writer.value(hProgram->type);
    default:
      return InfoWriter::unknown("urProgramGetBuildInfo", propName);
    }
  });
}

/// Implements pfnBuild and pfnCompile.
/// @tparam Make gets the options, or null
template <class Context, class Program,
          Callable<Result<void>(Program &, DeviceList, const char *)> auto Make>
ur_result_t buildOrCompile(Context *hContext, Program *hProgram, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hProgram);
    return Make(*hProgram, DeviceList(), pOptions);
  });
}

/// Implements pfnBuildExp and pfnCompileExp.
/// @tparam Check whether the program is for the device
template <class Program, Callable<Result<void>(Program &, DeviceList, const char *)> auto Make,
          Callable<Result<void>(Program &, ur_device_handle_t)> auto Check>
ur_result_t buildOrCompileExp(Program *hProgram, uint32_t numDevices, ur_device_handle_t *phDevices,
                              ur_exp_program_flags_t flags, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_CHECK(checkExtendedBuild(numDevices, phDevices, flags, [&](ur_device_handle_t device) {
      return Check(*hProgram, device);
    }));
    return Make(*hProgram, DeviceList(phDevices, numDevices), pOptions);
  });
}

/// Implements pfnLink and pfnLinkExp.
/// @tparam Check whether the context contains the device
/// @tparam Link gets programs of the context, options and phProgram; a failed link may also return
///              a program, for its log
template <class Context, class Program,
          Callable<Result<void>(Context &, ur_device_handle_t)> auto Check,
          Callable<Result<void>(Context *, DeviceList, std::span<Program *const>, const char *,
                                Program **)> auto Link>
struct ProgramLinks {
  static ur_result_t link(Context *hContext, uint32_t count, Program *const *phPrograms,
                          const char *pOptions, Program **phProgram) {
    return atBoundary([&] {
      return checkAndLink(hContext, DeviceList(), count, phPrograms, pOptions, phProgram);
    });
  }

  static ur_result_t linkExp(Context *hContext, uint32_t numDevices, ur_device_handle_t *phDevices,
                             ur_exp_program_flags_t flags, uint32_t count,
                             Program *const *phPrograms, const char *pOptions,
                             Program **phProgram) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_CHECK(checkExtendedBuild(numDevices, phDevices, flags, [&](ur_device_handle_t device) {
        return Check(*hContext, device);
      }));
      return checkAndLink(hContext, DeviceList(phDevices, numDevices), count, phPrograms, pOptions,
                          phProgram);
    });
  }

private:
  static Result<void> checkAndLink(Context *hContext, DeviceList devices, uint32_t count,
                                   Program *const *phPrograms, const char *pOptions,
                                   Program **phProgram) {
    URSA_HANDLE(hContext);
    URSA_POINTER(phPrograms);
    URSA_POINTER(phProgram);
    if (count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
    for (uint32_t i = 0; i < count; ++i) {
      URSA_CHECK(checkHandle(phPrograms[i], "in phPrograms"));
      if (phPrograms[i]->context != hContext)
        return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                         "Program {} of {} belongs to another context.", i, count);
    }
    return Link(hContext, devices, std::span(phPrograms, count), pOptions, phProgram);
  }
};

/// Checks the array of UR_PROGRAM_INFO_BINARIES, and returns its elements: memory of the caller for
/// each binary, null to skip one. Empty if only the size of the array was requested.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE.
Result<std::span<unsigned char *const>> binaryDestinations(size_t count, size_t propSize,
                                                           void *pPropValue, size_t *pPropSizeRet);

/// Copies a binary to memory of the caller; does nothing for a null pointer.
void copyBinary(Bytes binary, unsigned char *destination);

template <class Range>
concept DeviceRange = requires(const std::remove_cvref_t<Range> &devices) {
  DeviceList(devices);
};

/// il is empty if the program was not created from an intermediate language. The destinations of
/// copyBinaries are as in binaryDestinations.
template <class Facts, class Program>
concept ProgramFacts = requires(Program &program, std::span<unsigned char *const> destinations) {
  { Facts::devices(program) } -> DeviceRange;
  { Facts::il(program) } -> std::same_as<Bytes>;
  { Facts::kernelNames(program) } -> ResultOf<std::vector<std::string>>;
  { Facts::binarySizes(program) } -> ResultOf<std::vector<size_t>>;
  { Facts::binaryCount(program) } -> ResultOf<size_t>;
  { Facts::copyBinaries(program, destinations) } -> ResultOfNothing;
};

/// Implements pfnGetInfo.
template <class Program, ProgramFacts<Program> Facts>
ur_result_t getProgramInfo(Program *hProgram, ur_program_info_t propName, size_t propSize,
                           void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PROGRAM_INFO_REFERENCE_COUNT:
      return writer.value(hProgram->references.load());
    case UR_PROGRAM_INFO_CONTEXT:
      return writer.value(hProgram->context);
    case UR_PROGRAM_INFO_NUM_DEVICES:
      return writer.value(static_cast<uint32_t>(Facts::devices(*hProgram).size()));
    case UR_PROGRAM_INFO_DEVICES: {
      const auto &devices = Facts::devices(*hProgram);
      return writer.array(DeviceList(devices));
    }
    case UR_PROGRAM_INFO_IL:
      return writer.array(Facts::il(*hProgram));
    case UR_PROGRAM_INFO_BINARY_SIZES: {
      URSA_TRY(const std::vector<size_t> sizes, Facts::binarySizes(*hProgram));
      return writer.array(std::span<const size_t>(sizes));
    }
    case UR_PROGRAM_INFO_BINARIES: {
      URSA_TRY(const size_t count, Facts::binaryCount(*hProgram));
      URSA_TRY(const auto destinations,
               binaryDestinations(count, propSize, pPropValue, pPropSizeRet));
      return destinations.empty() ? Result<void>() : Facts::copyBinaries(*hProgram, destinations);
    }
    case UR_PROGRAM_INFO_NUM_KERNELS: {
      URSA_TRY(const std::vector<std::string> names, Facts::kernelNames(*hProgram));
      return writer.value(names.size());
    }
    case UR_PROGRAM_INFO_KERNEL_NAMES: {
      URSA_TRY(const std::vector<std::string> names, Facts::kernelNames(*hProgram));
      return writer.string(fmt::format("{}", fmt::join(names, ";")));
    }
    default:
      return InfoWriter::unknown("urProgramGetInfo", propName);
    }
  });
}

/// Implements pfnGetFunctionPointer.
/// @tparam Check whether the program is for the device
template <class Device, class Program, Callable<Result<void>(Program &, Device *)> auto Check,
          Callable<Result<void *>(Program &, const char *)> auto Find>
ur_result_t getFunctionPointer(Device *hDevice, Program *hProgram, const char *pFunctionName,
                               void **ppFunctionPointer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pFunctionName);
    URSA_POINTER(ppFunctionPointer);
    URSA_CHECK(Check(*hProgram, hDevice));
    URSA_TRY(*ppFunctionPointer, Find(*hProgram, pFunctionName));
    return {};
  });
}

/// The address and size of a variable on a device.
struct VariableAddress {
  void *address = nullptr;
  size_t size = 0;
};

/// Implements pfnGetGlobalVariablePointer.
/// @tparam Check whether the program is for the device
template <class Device, class Program, Callable<Result<void>(Program &, Device *)> auto Check,
          Callable<Result<VariableAddress>(Program &, Device *, const char *)> auto Find>
ur_result_t getVariablePointer(Device *hDevice, Program *hProgram, const char *pGlobalVariableName,
                               size_t *pGlobalVariableSizeRet, void **ppGlobalVariablePointerRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pGlobalVariableName);
    URSA_POINTER(ppGlobalVariablePointerRet);
    URSA_CHECK(Check(*hProgram, hDevice));
    URSA_TRY(const VariableAddress variable, Find(*hProgram, hDevice, pGlobalVariableName));
    if (pGlobalVariableSizeRet)
      *pGlobalVariableSizeRet = variable.size;
    *ppGlobalVariablePointerRet = variable.address;
    return {};
  });
}

/// Returns the last successful build of a program with a mutex and a pointer `built`.
/// Errors: UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE if there is none; the message names the use.
template <class Program>
auto executableOf(Program &program, std::string_view use) -> Result<decltype(program.built)> {
  const std::lock_guard guard(program.mutex);
  if (!program.built)
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "{} was requested before the program was built.", use);
  return program.built;
}

/// Returns the error for a name that no variable of the program has.
Error unknownVariable(std::string_view name);

/// Finds a variable by its name in the code or in the program's metadata.
/// @param find (name in the code) -> a pointer, null if there is none
/// Errors: UR_RESULT_ERROR_INVALID_VALUE.
template <class Find>
auto findVariable(const VariableNames &names, const std::string &name, Find &&find)
    -> Result<decltype(find(name))> {
  if (auto variable = find(name))
    return variable;
  if (const auto mapped = names.find(name); mapped != names.end())
    if (auto variable = find(mapped->second))
      return variable;
  return unknownVariable(name);
}

/// The functions are the parameters of the templates above: checkIsFor tells whether the program is
/// for the device. kMaxDevices are those of one program.
template <class Traits>
concept ProgramTraits = requires(typename Traits::Context &context,
                                 typename Traits::Program &program, ur_device_handle_t device,
                                 DeviceList devices, Bytes bytes, std::vector<Bytes> binaries,
                                 VariableNames names, const char *options,
                                 std::span<typename Traits::Program *const> programs,
                                 typename Traits::Program **made) {
  { Traits::kMaxDevices } -> std::convertible_to<uint32_t>;
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::checkIsFor(program, device) } -> ResultOfNothing;
  { Traits::makeOfIl(context, bytes, names) } -> ResultOf<typename Traits::Program *>;
  {
    Traits::makeOfBinaries(context, devices, binaries, names)
    } -> ResultOf<typename Traits::Program *>;
  { Traits::build(program, devices, options) } -> ResultOfNothing;
  { Traits::compile(program, devices, options) } -> ResultOfNothing;
  { Traits::link(&context, devices, programs, options, made) } -> ResultOfNothing;
};

template <ProgramTraits Traits>
Result<void> checkDeviceOf(const typename Traits::Context &context, ur_device_handle_t device) {
  return Traits::checkDeviceInContext(context, device);
}

/// Fills the table's functions that create, build and link programs.
template <ProgramTraits Traits> void fillProgramFunctions(ur_dditable_t &table) {
  using Context = typename Traits::Context;
  using Program = typename Traits::Program;
  using Links = ProgramLinks<Context, Program, checkDeviceOf<Traits>, Traits::link>;
  table.Program.pfnCreateWithIL = createWithIl<Context, Program, Traits::makeOfIl>;
  table.Program.pfnCreateWithBinary = createWithBinary<Context, Program, checkDeviceOf<Traits>,
                                                       Traits::makeOfBinaries, Traits::kMaxDevices>;
  table.Program.pfnBuild = buildOrCompile<Context, Program, Traits::build>;
  table.Program.pfnCompile = buildOrCompile<Context, Program, Traits::compile>;
  table.Program.pfnLink = Links::link;
  table.Program.pfnRetain = retainHandle<Program>;
  table.Program.pfnRelease = releaseHandle<Program>;
  table.ProgramExp.pfnBuildExp = buildOrCompileExp<Program, Traits::build, Traits::checkIsFor>;
  table.ProgramExp.pfnCompileExp = buildOrCompileExp<Program, Traits::compile, Traits::checkIsFor>;
  table.ProgramExp.pfnLinkExp = Links::linkExp;
}

} // namespace ursa::adapter
