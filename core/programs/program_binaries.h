// Exports built programs as binaries of their driver and imports them again, with keys that are
// valid in every process.
#pragma once

#include "core/cache/binary_store.h"
#include "core/cache/program_cache.h"
#include "core/support/result.h"

namespace ursa {

/// Returns the key of a program's binary: the program's key, with the device identified by its own
/// and its driver's names and versions.
BinaryKey binaryKeyOf(const ProgramKey &key);

/// Returns the binary of a built program for a device. Fails with the adapter's error, or with
/// UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE if there is no binary for the device.
Result<Binary> exportBinary(ur_program_handle_t program, ur_device_handle_t device);

/// Creates and builds a program from a binary. Fails with the adapter's error: creation or build
/// may reject a binary from another driver.
Result<SharedProgram> importBinary(ur_context_handle_t context, ur_device_handle_t device,
                                   std::span<const std::byte> binary, const std::string &options);

/// Saves all programs of a cache to a store. @return the number of programs whose adapter returned
/// a binary
size_t saveBinaries(const ProgramCache &cache, BinaryStore &store);

} // namespace ursa
