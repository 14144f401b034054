// Reads property sets from text. It comes from a file and is untrusted; a line that does not parse
// exactly is an error that names the line.
#pragma once

#include "format/property_set.h"
#include "support/result.h"

namespace ursa::format {

/// Parses `[set]` and `name=type|value` lines. Returns UR_RESULT_ERROR_INVALID_BINARY with the line
/// number if a line is malformed, a set or property occurs twice, or the length of a value is
/// wrong.
Result<std::vector<PropertySet>> readPropertySets(std::string_view text);

/// Decodes base64 whose payload starts with its length in bits.
Result<Property> decodeProperty(std::string name, std::string_view text);

} // namespace ursa::format
