// Program queries.
#include "adapters/common/info.h"
#include "adapters/opencl/build_options.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/device.h"
#include "adapters/opencl/program.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

#include <algorithm>
#include <mutex>
#include <sstream>

namespace ursa::opencl {
namespace {

using adapter::InfoWriter;

// OpenCL returns them in the order of its program's devices, which is the same as ours.
Result<std::vector<size_t>> binarySizes(cl_program program) {
  URSA_TRY(const auto bytes, URSA_CL_BYTES(clGetProgramInfo, CL_PROGRAM_BINARY_SIZES, program));
  const auto *first = reinterpret_cast<const size_t *>(bytes.data());
  return std::vector<size_t>(first, first + bytes.size() / sizeof(size_t));
}

// The binaries that a program was created from are known; the driver may return those of built
// programs only.
Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
  if (program.code.form != CodeForm::Binary) {
    URSA_TRY(const NativeProgram native, program.native());
    return binarySizes(native.get());
  }
  std::vector<size_t> sizes;
  for (const std::vector<std::byte> &part : program.code.parts)
    sizes.push_back(part.size());
  return sizes;
}

Result<void> copyBinaries(ur_program_handle_t_ &program, size_t bytes, void *places) {
  if (program.code.form != CodeForm::Binary) {
    URSA_TRY(const NativeProgram native, program.native());
    return checkCl(clGetProgramInfo(native.get(), CL_PROGRAM_BINARIES, bytes, places, nullptr),
                   "clGetProgramInfo");
  }
  auto *const *place = static_cast<std::byte *const *>(places);
  for (const std::vector<std::byte> &part : program.code.parts) {
    if (*place)
      std::copy(part.begin(), part.end(), *place);
    ++place;
  }
  return {};
}

// The caller passes one output buffer per device; skips null ones.
Result<void> writeBinaries(ur_program_handle_t_ &program, size_t propSize, void *pPropValue,
                           size_t *pPropSizeRet) {
  URSA_TRY(const std::vector<size_t> sizes, binarySizes(program));
  const size_t needed = sizes.size() * sizeof(unsigned char *);
  if (pPropValue) {
    if (propSize < needed)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The program has {} binaries, but propSize holds {} pointers.", sizes.size(),
                       propSize / sizeof(unsigned char *));
    URSA_CHECK(copyBinaries(program, needed, pPropValue));
  }
  if (pPropSizeRet)
    *pPropSizeRet = needed;
  return {};
}

// A SPIR-V module lists its kernels itself, even before the driver has seen it.
bool isUnbuiltSpirv(ur_program_handle_t_ &program) {
  return program.code.form == CodeForm::Spirv && !program.hasNative();
}

ur_result_t getInfo(ur_program_handle_t hProgram, ur_program_info_t propName, size_t propSize,
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
      return writer.value(static_cast<uint32_t>(hProgram->devices.size()));
    case UR_PROGRAM_INFO_DEVICES:
      return writer.array(std::span<const ur_device_handle_t>(hProgram->devices));
    case UR_PROGRAM_INFO_IL:
      return hProgram->code.form == CodeForm::Spirv ? writer.array(hProgram->code.il())
                                                    : writer.bytes(nullptr, 0);
    case UR_PROGRAM_INFO_BINARY_SIZES: {
      if (isUnbuiltSpirv(*hProgram) || hProgram->memory())
        return writer.array(std::span<const size_t>(std::vector<size_t>(hProgram->devices.size())));
      URSA_TRY(const std::vector<size_t> sizes, binarySizes(*hProgram));
      return writer.array(std::span<const size_t>(sizes));
    }
    case UR_PROGRAM_INFO_BINARIES: {
      if (hProgram->memory())
        return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The program has no binary, since the driver's binary does not contain the "
                     "layout of its variables."};
      return writeBinaries(*hProgram, propSize, pPropValue, pPropSizeRet);
    }
    case UR_PROGRAM_INFO_NUM_KERNELS: {
      if (isUnbuiltSpirv(*hProgram))
        return writer.value(hProgram->code.module->kernels().size());
      URSA_TRY(const auto names, kernelNames(*hProgram));
      return writer.value(names.size());
    }
    case UR_PROGRAM_INFO_KERNEL_NAMES: {
      if (isUnbuiltSpirv(*hProgram))
        return writer.string(fmt::format("{}", fmt::join(hProgram->code.module->kernels(), ";")));
      URSA_TRY(const auto names, kernelNames(*hProgram));
      return writer.string(fmt::format("{}", fmt::join(names, ";")));
    }
    default:
      return InfoWriter::unknown("urProgramGetInfo", propName);
    }
  });
}

Result<ur_program_build_status_t> buildStatus(cl_program program, cl_device_id device) {
  URSA_TRY(const auto status, URSA_CL_VALUE(cl_build_status, clGetProgramBuildInfo,
                                            CL_PROGRAM_BUILD_STATUS, program, device));
  switch (status) {
  case CL_BUILD_NONE:
    return UR_PROGRAM_BUILD_STATUS_NONE;
  case CL_BUILD_SUCCESS:
    return UR_PROGRAM_BUILD_STATUS_SUCCESS;
  case CL_BUILD_IN_PROGRESS:
    return UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
  default:
    return UR_PROGRAM_BUILD_STATUS_ERROR;
  }
}

Result<ur_program_binary_type_t> binaryType(cl_program program, cl_device_id device) {
  URSA_TRY(const auto type, URSA_CL_VALUE(cl_program_binary_type, clGetProgramBuildInfo,
                                          CL_PROGRAM_BINARY_TYPE, program, device));
  switch (type) {
  case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
    return UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case CL_PROGRAM_BINARY_TYPE_LIBRARY:
    return UR_PROGRAM_BINARY_TYPE_LIBRARY;
  case CL_PROGRAM_BINARY_TYPE_EXECUTABLE:
    return UR_PROGRAM_BINARY_TYPE_EXECUTABLE;
  default:
    return UR_PROGRAM_BINARY_TYPE_NONE;
  }
}

// Answers for a program that the driver has not seen: only compiled, failed, or not built yet.
Result<void> answerUnbuilt(const InfoWriter &writer, ur_program_handle_t_ &program,
                           ur_program_build_info_t query) {
  const std::lock_guard guard(program.mutex);
  const bool isCompiled = program.compiledValues.has_value() && !program.failure;
  switch (query) {
  case UR_PROGRAM_BUILD_INFO_STATUS:
    return writer.value(program.failure ? UR_PROGRAM_BUILD_STATUS_ERROR
                        : isCompiled    ? UR_PROGRAM_BUILD_STATUS_SUCCESS
                                        : UR_PROGRAM_BUILD_STATUS_NONE);
  case UR_PROGRAM_BUILD_INFO_OPTIONS:
    return writer.string(program.compileOptions);
  case UR_PROGRAM_BUILD_INFO_LOG:
    return writer.string(program.failure.value_or(""));
  case UR_PROGRAM_BUILD_INFO_BINARY_TYPE:
    return writer.value(isCompiled ? UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
                                   : UR_PROGRAM_BINARY_TYPE_NONE);
  default:
    return InfoWriter::unknown("urProgramGetBuildInfo", query);
  }
}

ur_result_t getBuildInfo(ur_program_handle_t hProgram, ur_device_handle_t hDevice,
                         ur_program_build_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(*hProgram->context, hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    if (!hProgram->hasNative() && (hProgram->isLinkedAsSpirv() || hProgram->hasFailed()))
      return answerUnbuilt(writer, *hProgram, propName);
    URSA_TRY(const NativeProgram native, hProgram->native());
    const auto text = [&](cl_program_build_info query) {
      return URSA_CL_STRING(clGetProgramBuildInfo, query, native.get(), hDevice->id);
    };
    switch (propName) {
    case UR_PROGRAM_BUILD_INFO_STATUS: {
      URSA_TRY(const auto status, buildStatus(native.get(), hDevice->id));
      return writer.value(status);
    }
    case UR_PROGRAM_BUILD_INFO_OPTIONS: {
      {
        const std::lock_guard guard(hProgram->mutex);
        if (hProgram->givenOptions)
          return writer.string(*hProgram->givenOptions);
      }
      URSA_TRY(const std::string options, text(CL_PROGRAM_BUILD_OPTIONS));
      return writer.string(options);
    }
    case UR_PROGRAM_BUILD_INFO_LOG: {
      URSA_TRY(const std::string buildLog, text(CL_PROGRAM_BUILD_LOG));
      URSA_TRY(const std::string used, text(CL_PROGRAM_BUILD_OPTIONS));
      const std::lock_guard guard(hProgram->mutex);
      return writer.string(buildLog +
                           ignoredOptionNotes(hProgram->givenOptions.value_or(""), used));
    }
    case UR_PROGRAM_BUILD_INFO_BINARY_TYPE: {
      URSA_TRY(const auto type, binaryType(native.get(), hDevice->id));
      return writer.value(type);
    }
    default:
      return InfoWriter::unknown("urProgramGetBuildInfo", propName);
    }
  });
}

// OpenCL has no function pointers; the error code only tells whether the kernel exists.
ur_result_t getFunctionPointer(ur_device_handle_t hDevice, ur_program_handle_t hProgram,
                               const char *pFunctionName, void **ppFunctionPointer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pFunctionName);
    URSA_POINTER(ppFunctionPointer);
    URSA_TRY(const auto names, kernelNames(*hProgram));
    if (std::find(names.begin(), names.end(), pFunctionName) == names.end())
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME, "The program has no function '{}'.",
                       pFunctionName);
    return makeError(UR_RESULT_ERROR_FUNCTION_ADDRESS_NOT_AVAILABLE,
                     "OpenCL does not provide the address of function '{}'.", pFunctionName);
  });
}

} // namespace

Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
  URSA_TRY(const NativeProgram native, program.native());
  URSA_TRY(const std::string all,
           URSA_CL_STRING(clGetProgramInfo, CL_PROGRAM_KERNEL_NAMES, native.get()));
  std::vector<std::string> names;
  std::istringstream stream(all);
  for (std::string name; std::getline(stream, name, ';');)
    if (!name.empty() && name != spirv::kInitializer)
      names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

void fillProgramQueries(ur_dditable_t &table) {
  table.Program.pfnGetInfo = getInfo;
  table.Program.pfnGetBuildInfo = getBuildInfo;
  table.Program.pfnGetFunctionPointer = getFunctionPointer;
}

} // namespace ursa::opencl
