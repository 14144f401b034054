// Program queries.
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/program/build_options.h"
#include "adapters/opencl/program/program.h"
#include "support/last_error.h"
#include "support/stack.h"

#include <algorithm>
#include <mutex>
#include <sstream>

namespace ursa::opencl {
namespace {

using adapter::InfoWriter;

// OpenCL returns them in the order of its program's devices, which is the same as ours.
Result<std::vector<size_t>> binarySizes(cl_program program) {
  URSA_TRY(const auto bytes, onLargeStack([&] { // PoCL compiles kernels here
             return URSA_CL_BYTES(clGetProgramInfo, CL_PROGRAM_BINARY_SIZES, program);
           }));
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

// A SPIR-V module lists its kernels itself, even before the driver has seen it.
bool isUnbuiltSpirv(ur_program_handle_t_ &program) {
  return program.code.form == CodeForm::Spirv && !program.hasNative();
}

struct ProgramFacts {
  static const std::vector<ur_device_handle_t> &devices(ur_program_handle_t_ &program) {
    return program.devices;
  }
  static adapter::Bytes il(ur_program_handle_t_ &program) {
    return program.code.form == CodeForm::Spirv ? program.code.il() : adapter::Bytes();
  }
  static Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
    return isUnbuiltSpirv(program) ? program.code.module->kernels() : opencl::kernelNames(program);
  }
  static Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
    if (isUnbuiltSpirv(program) || program.memory())
      return std::vector<size_t>(program.devices.size());
    return opencl::binarySizes(program);
  }
  static Result<size_t> binaryCount(ur_program_handle_t_ &program) {
    if (program.memory())
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "The program has no binary, since the driver's binary does not contain the "
                   "layout of its variables."};
    URSA_TRY(const std::vector<size_t> sizes, opencl::binarySizes(program));
    return sizes.size();
  }
  static Result<void> copyBinaries(ur_program_handle_t_ &program,
                                   std::span<unsigned char *const> destinations) {
    if (program.code.form != CodeForm::Binary) {
      URSA_TRY(const NativeProgram native, program.native());
      return checkCl(clGetProgramInfo(native.get(), CL_PROGRAM_BINARIES, destinations.size_bytes(),
                                      const_cast<unsigned char **>(destinations.data()), nullptr),
                     "clGetProgramInfo");
    }
    for (size_t i = 0; i < destinations.size(); ++i)
      adapter::copyBinary(program.code.parts[i], destinations[i]);
    return {};
  }
};

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
    URSA_CHECK(checkIsFor(*hProgram, hDevice));
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
Result<void *> functionAddress(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(const auto names, kernelNames(program));
  if (std::find(names.begin(), names.end(), name) == names.end())
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME, "The program has no kernel '{}'.", name);
  return makeError(UR_RESULT_ERROR_FUNCTION_ADDRESS_NOT_AVAILABLE,
                   "OpenCL does not provide the address of function '{}'.", name);
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
      names.push_back(program.kernelName(std::move(name)));
  std::sort(names.begin(), names.end());
  return names;
}

void fillProgramQueries(ur_dditable_t &table) {
  table.Program.pfnGetInfo = adapter::getProgramInfo<ur_program_handle_t_, ProgramFacts>;
  table.Program.pfnGetBuildInfo = getBuildInfo;
  table.Program.pfnGetFunctionPointer =
      adapter::getFunctionPointer<ur_device_handle_t_, ur_program_handle_t_, checkIsFor,
                                  functionAddress>;
}

} // namespace ursa::opencl
