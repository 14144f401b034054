// Programs that an earlier process built: their binaries are stored on disk
// (core/cache/disk_store.h), so that neither the translator nor the driver compiles them again.
#pragma once

#include "adapters/opencl/variables.h"

#include <string>
#include <vector>

namespace ursa::opencl {

/// Creates and builds a program from the stored binaries of all devices. Returns null if one is
/// missing or the driver rejects one; the program is compiled then.
/// @param options all options that the driver gets
NativeProgram loadStoredProgram(ur_program_handle_t_ &program,
                                const std::vector<cl_device_id> &devices,
                                const std::string &options);

/// Stores the binaries of a program that was built. Does nothing for code that the driver takes as
/// a binary already, and for programs with variables.
void storeProgram(ur_program_handle_t_ &program, cl_program built,
                  const std::vector<cl_device_id> &devices, const std::string &options);

} // namespace ursa::opencl
