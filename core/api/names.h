// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// Names of result codes and of all other enumerators, for messages and traces.

#ifndef URSA_CORE_API_NAMES_H
#define URSA_CORE_API_NAMES_H

#include "ur_api.h"
#include "ursa.h"

namespace ursa::core::api {

/// Returns the name of an enumerator: "UR_DEVICE_TYPE_CPU" for UR_DEVICE_TYPE_CPU. Overloaded for
/// every enumeration. If two enumerators have the same value, returns the first. For a value
/// without an enumerator, returns "unknown " and the name of the type. The string is static.
#define URSA_ENUM_BEGIN(type) const char *enumName(type value);
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN(type) const char *enumName(type value);
#include "core/api/generated/own_enums.inc"

/// Returns the name of a result code: "UR_RESULT_ERROR_INVALID_VALUE".
inline const char *resultName(ur_result_t result) { return enumName(result); }

/// Returns whether a number is the value of an enumerator (FORCE_UINT32 does not count).
#define URSA_ENUM_BEGIN(type) bool isEnumerator(type value);
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN(type) bool isEnumerator(type value);
#include "core/api/generated/own_enums.inc"

} // namespace ursa::core::api

#endif // URSA_CORE_API_NAMES_H
