// Part of UR_LAYER_PARAMETER_VALIDATION: checks the members of structs that arguments point to.
#pragma once

#include "core/layers/call.h"
#include "support/result.h"

namespace ursa::core::layers {

/// Checks the members of each input struct, including structs in arrays: null pointers,
/// enumerators, flags. Leaves the contents of unions to the adapter.
///
/// Returns UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER
/// (UR_RESULT_ERROR_INVALID_VALUE for the value of a specialization constant) or
/// UR_RESULT_ERROR_INVALID_ENUMERATION.
Result<void> checkStructs(const Call &call);

/// Checks that the stype of each struct is correct, and that its pNext chain is readable and ends.
///
/// Returns UR_RESULT_ERROR_INVALID_ARGUMENT.
Result<void> checkChains(const Call &call);

} // namespace ursa::core::layers
