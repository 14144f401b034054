// Part of UR_LAYER_PARAMETER_VALIDATION: what the ABI demands of the values of arguments, and of
// one argument when another has some value. The rows of the parameters do not tell it; a table of
// relations does.
#pragma once

#include "core/layers/call.h"
#include "core/support/result.h"

namespace ursa {

/// Checks a call against the relations of its function. The code that the first violated relation
/// has; a sentence names the arguments and their values.
Result<void> checkRelations(const Call &call);

} // namespace ursa
