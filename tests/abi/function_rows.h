// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// FunctionTraits of all functions as one array, so that a test loops over data: an EXPECT in a
// template that is instantiated 251 times compiles slowly.

#ifndef URSA_TESTS_ABI_FUNCTION_ROWS_H
#define URSA_TESTS_ABI_FUNCTION_ROWS_H

#include "core/api/functions.h"

#include <array>

namespace ursa::core::api {

struct FunctionRow {
  Function function;
  const char *name;
  uint32_t id;
  size_t parameterCount;
  size_t paramsSize; // 0 for void
  bool hasSlot;
  int dispatchIndex;
  bool dispatchIsArray;
  int dispatchCountIndex;
};

template <class T> struct SizeOrZero : std::integral_constant<size_t, sizeof(T)> {};
template <> struct SizeOrZero<void> : std::integral_constant<size_t, 0> {};

inline constexpr std::array<FunctionRow, kFunctionCount> kFunctionRows = [] {
  std::array<FunctionRow, kFunctionCount> rows{};
  forEachFunction([&]<Function F>() {
    using T = FunctionTraits<F>;
    rows[indexOf(F)] = {F,
                        T::kName,
                        T::kId,
                        T::kParameterCount,
                        SizeOrZero<typename T::Params>::value,
                        T::kHasSlot,
                        T::kDispatchIndex,
                        T::kDispatchIsArray,
                        T::kDispatchCountIndex};
  });
  return rows;
}();

} // namespace ursa::core::api

#endif // URSA_TESTS_ABI_FUNCTION_ROWS_H
