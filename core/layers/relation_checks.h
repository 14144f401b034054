// Part of UR_LAYER_PARAMETER_VALIDATION: requirements of the ABI on the values of arguments,
// including requirements that depend on another argument. The generated parameter rows do not
// contain them, so a table of relations does.
#pragma once

#include "core/layers/call.h"
#include "support/result.h"

#include <optional>

namespace ursa::core::layers {

/// Checks a call against the relations of its function. Returns the error code of the first
/// violated relation; the message names the arguments and their values.
Result<void> checkRelations(const Call &call);

/// @{ The number of rows in the table, and the first row that a call violates. A test sees every
/// row.
size_t relationCount();
std::optional<size_t> violatedRelation(const Call &call);
/// @}

} // namespace ursa::core::layers
