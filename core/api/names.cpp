// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// Names of enumerators and functions, from the generated rows.

#include "core/api/names.h"

#include "core/api/functions.h"

#include <cstdint>

namespace ursa::core::api {
namespace {

constexpr const char *kFunctionNames[] = {
#define URSA_FUNCTION(name, id, table, slot, params) #name,
#define URSA_LOADER_FUNCTION(name, id, params) #name,
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) #name,
#include "core/api/generated/own_functions.inc"
};

constexpr uint32_t kFunctionIds[] = {
#define URSA_FUNCTION(name, id, table, slot, params) id,
#define URSA_LOADER_FUNCTION(name, id, params) id,
#include "core/api/generated/functions.inc"
};

} // namespace

// Switches over the number instead of the enumeration, because a caller of the C ABI may pass any
// value.
#define URSA_NAME_BEGIN(type)                                                                      \
  const char *enumName(type value) {                                                               \
    switch (static_cast<uint32_t>(value)) {
#define URSA_NAME(type, enumerator)                                                                \
  case static_cast<uint32_t>(enumerator):                                                          \
    return #enumerator;
#define URSA_NAME_END(type)                                                                        \
  default:                                                                                         \
    return "unknown " #type;                                                                       \
    }                                                                                              \
    }
#define URSA_ENUM_BEGIN URSA_NAME_BEGIN
#define URSA_ENUMERATOR URSA_NAME
#define URSA_ENUM_END URSA_NAME_END
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN URSA_NAME_BEGIN
#define URSA_ENUMERATOR URSA_NAME
#define URSA_ENUM_END URSA_NAME_END
#include "core/api/generated/own_enums.inc"

#define URSA_KNOWN_BEGIN(type)                                                                     \
  bool isEnumerator(type value) {                                                                  \
    switch (static_cast<uint32_t>(value)) {
#define URSA_KNOWN(type, enumerator) case static_cast<uint32_t>(enumerator):
#define URSA_KNOWN_END(type)                                                                       \
  return true;                                                                                     \
  default:                                                                                         \
    return false;                                                                                  \
    }                                                                                              \
    }
#define URSA_ENUM_BEGIN URSA_KNOWN_BEGIN
#define URSA_ENUMERATOR URSA_KNOWN
#define URSA_ENUM_END URSA_KNOWN_END
#include "core/api/generated/enums.inc"
#define URSA_ENUM_BEGIN URSA_KNOWN_BEGIN
#define URSA_ENUMERATOR URSA_KNOWN
#define URSA_ENUM_END URSA_KNOWN_END
#include "core/api/generated/own_enums.inc"

const char *functionName(Function function) { return kFunctionNames[indexOf(function)]; }

ur_function_t functionId(Function function) {
  return isOwn(function) ? UR_FUNCTION_FORCE_UINT32
                         : static_cast<ur_function_t>(kFunctionIds[indexOf(function)]);
}

std::optional<Function> findFunction(std::string_view name) {
  for (size_t i = 0; i < kAllFunctionCount; ++i)
    if (name == kFunctionNames[i])
      return static_cast<Function>(i);
  return std::nullopt;
}

} // namespace ursa::core::api
