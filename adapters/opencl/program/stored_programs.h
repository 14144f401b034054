// What an earlier process built is stored on disk (core/cache/disk_store.h): translations of
// SPIR-V, and binaries of programs, so that neither the translator nor the driver compiles them
// again.
//
// To ask a driver that compiles kernels at their launch for a binary makes it compile all of them,
// also those that nobody launches, and ends the process if its compiler crashes on one. Such a
// driver (PoCL) is not asked. It has a cache of its own for the kernels that were launched.
#pragma once

#include "adapters/opencl/program/variables.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ursa::opencl {

/// Returns LLVM bitcode of a SPIR-V module, for drivers that take SPIR. Calls the translator
/// (spirv/translator.h) if no earlier process did for this module.
Result<std::vector<std::byte>> storedTranslation(std::span<const uint32_t> words);

/// Creates and builds a program from the stored binaries of all devices. Returns null if one is
/// missing or the driver rejects one; the program is compiled then.
/// @param options all options that the driver gets
NativeProgram loadStoredProgram(ur_program_handle_t_ &program,
                                const std::vector<cl_device_id> &devices,
                                const std::string &options);

/// Stores the binaries of a program that was built. Does nothing for code that the driver takes as
/// a binary already, for programs with variables, and for drivers that compile at launches.
void storeProgram(ur_program_handle_t_ &program, cl_program built,
                  const std::vector<cl_device_id> &devices, const std::string &options);

} // namespace ursa::opencl
