// Builds, compiles and links programs. A build takes the values of specialization constants that
// are set when it begins.
#pragma once

#include "adapters/common/program_functions.h"

namespace ursa::cuda {

/// Builds for the devices of a list, for all of the program if it is empty. Thread safe. Errors:
/// those of loadSpecialized.
Result<void> buildProgram(ur_program_handle_t_ &program, adapter::DeviceList devices,
                          const char *pOptions);

/// Checks code and makes it ready to be linked. References to other programs are resolved then.
Result<void> compileProgram(ur_program_handle_t_ &program, adapter::DeviceList devices,
                            const char *pOptions);

/// Links compiled programs and builds the result. Programs in SPIR-V are linked with each other
/// only, before they become code for a device. A program is returned also after a failure, for its
/// log.
Result<void> linkPrograms(ur_context_handle_t hContext, adapter::DeviceList devices,
                          std::span<const ur_program_handle_t> programs, const char *pOptions,
                          ur_program_handle_t *phProgram);

} // namespace ursa::cuda
