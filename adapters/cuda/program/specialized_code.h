// Code for a device, made of a program in bitcode or SPIR-V and the values of its constants:
//
//   spirv             SPIR-V with constants folded -> LLVM bitcode, by an external program
//   code_generator    bitcode, values -> PTX
//   module            PTX -> CUBIN, by the driver
//
// PTX and CUBINs are stored on disk (core/cache/disk_store.h), so that a later process with the
// same program, values, options, device and driver opens neither LLVM nor the driver's compiler.
#pragma once

#include "adapters/common/spec_constants.h"
#include "adapters/cuda/program/module.h"

namespace ursa::cuda {

/// Lists the kernels and constants of code in bitcode; returns other code as it is. Thread safe.
/// Errors: those of inspectBitcode.
Result<CodePointer> describeCode(CodePointer code);

/// Returns PTX with the constants folded, with all forms of the kernels. Thread safe. Errors: those
/// of generatePtx and of the SPIR-V translator.
/// @param code in bitcode or SPIR-V
Result<CodePointer> specializedPtx(const ur_device_handle_t_ &device, const Code &code,
                                   const adapter::ConstantValues &values,
                                   const BuildOptions &options);

/// Loads code into a context. Code in bitcode and SPIR-V has the constants folded; of kernels with
/// two forms it has the one without a global offset, and the module knows how to make the others
/// (offset_forms.h), unless a kernel of that name was launched with an offset before. Other code is
/// loaded as it is. The module's code is a CUBIN with its PTX, or the code itself. Thread safe.
/// Errors: those of specializedPtx; UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
/// @param log gets the messages of the driver's compiler appended, also on failure
Result<ModulePointer> loadSpecialized(NativeContext &native, const CodePointer &code,
                                      const adapter::ConstantValues &values,
                                      const BuildOptions &options, std::string &log);

/// Loads only the forms with a global offset. The same otherwise.
Result<ModulePointer> loadOffsetForms(NativeContext &native, const CodePointer &code,
                                      const adapter::ConstantValues &values,
                                      const BuildOptions &options, std::string &log);

} // namespace ursa::cuda
