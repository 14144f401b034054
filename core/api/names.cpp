// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// Names of enumerators and functions, made from the generated rows.

#include "core/api/names.h"

#include "core/api/functions.h"

#include <cstdint>

namespace ursa {
namespace {

constexpr const char *kFunctionNames[] = {
#define URSA_FUNCTION(name, id, table, slot, params) #name,
#define URSA_LOADER_FUNCTION(name, id, params) #name,
#include "core/api/generated/functions.inc"
};

constexpr uint32_t kFunctionIds[] = {
#define URSA_FUNCTION(name, id, table, slot, params) id,
#define URSA_LOADER_FUNCTION(name, id, params) id,
#include "core/api/generated/functions.inc"
};

} // namespace

// Switches over the number, not the enumeration: a caller across the C ABI may pass any value.
#define URSA_ENUM_BEGIN(type)                                                                      \
  const char *enumName(type value) {                                                               \
    switch (static_cast<uint32_t>(value)) {
#define URSA_ENUMERATOR(type, enumerator)                                                          \
  case static_cast<uint32_t>(enumerator):                                                          \
    return #enumerator;
#define URSA_ENUM_END(type)                                                                        \
  default:                                                                                         \
    return "unknown " #type;                                                                       \
    }                                                                                              \
    }
#include "core/api/generated/enums.inc"

#define URSA_ENUM_BEGIN(type)                                                                      \
  bool isEnumerator(type value) {                                                                  \
    switch (static_cast<uint32_t>(value)) {
#define URSA_ENUMERATOR(type, enumerator) case static_cast<uint32_t>(enumerator):
#define URSA_ENUM_END(type)                                                                        \
  return true;                                                                                     \
  default:                                                                                         \
    return false;                                                                                  \
    }                                                                                              \
    }
#include "core/api/generated/enums.inc"

const char *functionName(Function function) { return kFunctionNames[indexOf(function)]; }

ur_function_t functionId(Function function) {
  return static_cast<ur_function_t>(kFunctionIds[indexOf(function)]);
}

std::optional<Function> findFunction(std::string_view name) {
  for (size_t i = 0; i < kFunctionCount; ++i)
    if (name == kFunctionNames[i])
      return static_cast<Function>(i);
  return std::nullopt;
}

} // namespace ursa
