// Part of UR_LAYER_PARAMETER_VALIDATION: the members of structs that arguments point to.
#pragma once

#include "core/layers/call.h"
#include "core/support/result.h"

namespace ursa {

/// Checks the members of each struct that goes in, those of arrays of structs too: null pointers,
/// enumerators, flags. What a union holds is left to the adapter.
///
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER (of the value of a
/// specialization constant UR_RESULT_ERROR_INVALID_VALUE), UR_RESULT_ERROR_INVALID_ENUMERATION.
Result<void> checkStructs(const Call &call);

/// Checks that no struct says of itself that it is another one, and that the chain of further
/// structs behind it can be read and ends.
///
/// UR_RESULT_ERROR_INVALID_ARGUMENT.
Result<void> checkChains(const Call &call);

} // namespace ursa
