// UR_LAYER_PARAMETER_VALIDATION: detects arguments that are wrong for every adapter.
#pragma once

#include "core/layers/call.h"
#include "support/result.h"

namespace ursa::core::layers {

/// Checks every argument against the generated row of its parameter. If there are several errors,
/// reports the first in this order: null, enumerators and flags, lengths. A message names the
/// function, the parameter and the value.
///
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER,
/// UR_RESULT_ERROR_INVALID_ENUMERATION, UR_RESULT_ERROR_INVALID_SIZE (an array without elements, a
/// query for no bytes), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST (a length without a list, a list
/// without a length, a null event in it), UR_RESULT_ERROR_INVALID_VALUE.
Result<void> checkParameters(const Call &call);

} // namespace ursa::core::layers
