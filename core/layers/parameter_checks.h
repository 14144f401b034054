// UR_LAYER_PARAMETER_VALIDATION: arguments that are wrong by themselves, whatever the adapter.
#pragma once

#include "core/layers/call.h"
#include "core/support/result.h"

namespace ursa {

/// Checks every argument against the row of its parameter. Of several mistakes the first of this
/// order is told: null, enumerators and flags, lengths. A sentence names function, parameter and
/// value.
///
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER,
/// UR_RESULT_ERROR_INVALID_ENUMERATION, UR_RESULT_ERROR_INVALID_SIZE (an array without elements, a
/// query for no bytes), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST (a length without a list, a list
/// without a length, a null event in it), UR_RESULT_ERROR_INVALID_VALUE.
Result<void> checkParameters(const Call &call);

} // namespace ursa
