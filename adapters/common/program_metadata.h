// What the maker of a program tells about it beside the code: metadata that a compiler recorded.
#pragma once

#include "core/support/result.h"

#include <map>
#include <string>

namespace ursa::adapter {

/// Names by which a program's user knows its variables, to the names in the code.
using VariableNames = std::map<std::string, std::string>;

/// Checks metadata, which may be null, and takes from it the names of variables. An entry
/// "name@global_id_mapping" is a byte array: 8 bytes for its length, which is known already, then
/// the name in the code. Other entries concern other devices.
/// Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER, UR_RESULT_ERROR_INVALID_SIZE when there is
/// metadata of length 0.
Result<VariableNames> readMetadata(const ur_program_properties_t *properties);

} // namespace ursa::adapter
