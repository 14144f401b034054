// Metadata that a compiler recorded for a program beside its code.
#pragma once

#include "support/result.h"

#include <map>
#include <string>

namespace ursa::adapter {

/// Maps the names by which applications refer to variables to the names in the code.
using VariableNames = std::map<std::string, std::string>;

/// Checks the metadata and returns the names of the variables. An entry "name@global_id_mapping" is
/// a byte array: 8 bytes with its length, which pMetadatas already states, then the name in the
/// code. Other entries concern other devices.
/// @param properties may be null
/// Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER, UR_RESULT_ERROR_INVALID_SIZE when there is
/// metadata of length 0.
Result<VariableNames> readMetadata(const ur_program_properties_t *properties);

} // namespace ursa::adapter
