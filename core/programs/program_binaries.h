// Built programs as binaries of their driver: taken out, put back, and known by a key that holds in
// every process.
#pragma once

#include "core/cache/binary_store.h"
#include "core/cache/program_cache.h"
#include "core/support/result.h"

namespace ursa {

/// The key of a program's binary: the program's, with the device named by what it and its driver
/// say of themselves.
BinaryKey binaryKeyOf(const ProgramKey &key);

/// A built program's binary for a device. Errors: those of the adapter, and
/// UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE when there is no binary for that device.
Result<Binary> exportBinary(ur_program_handle_t program, ur_device_handle_t device);

/// A program of a binary, built. Errors: those of the adapter; it may refuse what another driver
/// made, and so may the build.
Result<SharedProgram> importBinary(ur_context_handle_t context, ur_device_handle_t device,
                                   std::span<const std::byte> binary, const std::string &options);

/// Puts all programs of a cache into a store. @return how many their adapters gave out
size_t saveBinaries(const ProgramCache &cache, BinaryStore &store);

} // namespace ursa
