// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// The spelling of result codes and of every other enumerator, for messages and traces.

#ifndef URSA_CORE_API_NAMES_H
#define URSA_CORE_API_NAMES_H

#include "ur_api.h"
#include "ursa.h"

namespace ursa {

/// The enumerator of a value: "UR_DEVICE_TYPE_CPU" for UR_DEVICE_TYPE_CPU. Overloaded for each of
/// the enumerations; of two enumerators with one value the first. A value without enumerator gives
/// "unknown " and the type's name. The string is static.
#define URSA_ENUM_BEGIN(type) const char *enumName(type value);
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN(type) const char *enumName(type value);
#include "core/api/generated/own_enums.inc"

/// The name of a result code: "UR_RESULT_ERROR_INVALID_VALUE".
inline const char *resultName(ur_result_t result) { return enumName(result); }

/// Whether a number is the value of an enumerator of the enumeration (FORCE_UINT32 is none).
#define URSA_ENUM_BEGIN(type) bool isEnumerator(type value);
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN(type) bool isEnumerator(type value);
#include "core/api/generated/own_enums.inc"

} // namespace ursa

#endif // URSA_CORE_API_NAMES_H
