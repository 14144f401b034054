// Part of UR_LAYER_PARAMETER_VALIDATION: requirements of the ABI on the values of arguments,
// including requirements that depend on another argument. The generated parameter rows do not
// contain them, so a table of relations does.
#pragma once

#include "core/layers/call.h"
#include "core/support/result.h"

namespace ursa {

/// Checks a call against the relations of its function. Returns the error code of the first
/// violated relation; the message names the arguments and their values.
Result<void> checkRelations(const Call &call);

} // namespace ursa
