// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// Compile-time facts about the functions of the UR C ABI. Code that is needed once per function
// (dispatch, mocks, validation, tracing) is one template over Function and FunctionTraits instead
// of 251 hand-written bodies. The data comes from core/api/generated.
//
// Example: one body for every slot of the tables, which counts the calls:
//
//   template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct Counting;
//   template <Function F, class... Args> struct Counting<F, ur_result_t(UR_APICALL *)(Args...)> {
//     static ur_result_t UR_APICALL call(Args... args) {
//       ++calls[indexOf(F)];
//       return FunctionTraits<F>::slot(realTables)(args...);
//     }
//   };
//   forEachTableFunction([]<Function F>() {
//     FunctionTraits<F>::slot(tables) = &Counting<F>::call;
//   });

#ifndef URSA_CORE_API_FUNCTIONS_H
#define URSA_CORE_API_FUNCTIONS_H

#include "ur_api.h"
#include "ur_ddi.h"
#include "ursa.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ursa::core::api {

/// Every function of the ABI in the order of ur_api.h, followed by those of ursa.h. The values are
/// dense, start at 0 and index arrays; functionId returns the number in ur_function_t.
enum class Function : uint32_t {
#define URSA_FUNCTION(name, id, table, slot, params) name,
#define URSA_LOADER_FUNCTION(name, id, params) name,
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) name,
#include "core/api/generated/own_functions.inc"
};

/// The number of functions of the ABI: 251.
inline constexpr size_t kFunctionCount = 0
#define URSA_FUNCTION(name, id, table, slot, params) +1
#define URSA_LOADER_FUNCTION(name, id, params) +1
#include "core/api/generated/functions.inc"
    ;

/// The number of functions that have a slot in an adapter's tables: 241.
inline constexpr size_t kTableFunctionCount = 0
#define URSA_FUNCTION(name, id, table, slot, params) +1
#include "core/api/generated/functions.inc"
    ;

/// The number of functions, including those of ursa.h.
inline constexpr size_t kAllFunctionCount = kFunctionCount
#define URSA_OWN_FUNCTION(name, parameters, arguments) +1
#include "core/api/generated/own_functions.inc"
    ;

/// The index of a function in an array of kFunctionCount elements, or of kAllFunctionCount elements
/// if the array includes the functions of ursa.h.
constexpr size_t indexOf(Function function) { return static_cast<size_t>(function); }

/// Returns whether a function is declared in ursa.h. Such functions are in no table and have no
/// ur_function_t number.
constexpr bool isOwn(Function function) { return indexOf(function) >= kFunctionCount; }

/// The value of FunctionTraits::kDispatchIndex for a function without a dispatching handle.
inline constexpr int kNoDispatchHandle = -1;

/// Facts about one function:
///
///   Signature            pointer to the function; also the type of its slot
///   Params               struct of pointers to the parameters; void if there are none
///   kFunction            F itself
///   kName                "urContextCreate"
///   kId                  its number in ur_function_t
///   kHasSlot             whether the adapter's tables contain it; ten functions are the loader's
///   kParameterCount      number of parameters
///   kDispatchIndex       index of the parameter with the dispatching handle, whose first word
///                        points to the adapter's ur_dditable_t, or kNoDispatchHandle
///   kDispatchIsArray     that parameter is an array, whose first element dispatches
///   kDispatchCountIndex  index of the parameter with the length of that array, else -1
///   slot(tables)         kHasSlot only: reference to the function's slot in a ur_dditable_t
///
/// Functions of ursa.h have neither Params nor kId.
template <Function F> struct FunctionTraits;

namespace detail {

template <class Signature> struct ParameterCount;
template <class... Args>
struct ParameterCount<ur_result_t(UR_APICALL *)(Args...)>
    : std::integral_constant<size_t, sizeof...(Args)> {};

template <Function F> struct DispatchHandle;
#define URSA_DISPATCH_HANDLE(function, index, isArray, countIndex)                                 \
  template <> struct DispatchHandle<Function::function> {                                          \
    static constexpr int kDispatchIndex = index;                                                   \
    static constexpr bool kDispatchIsArray = isArray;                                              \
    static constexpr int kDispatchCountIndex = countIndex;                                         \
  };
#include "core/api/generated/dispatch_handles.inc"

template <Function F, class SignatureType, class ParamsType, uint32_t Id>
struct FunctionFacts : DispatchHandle<F> {
  using Signature = SignatureType;
  using Params = ParamsType;
  static constexpr Function kFunction = F;
  static constexpr uint32_t kId = Id;
  static constexpr size_t kParameterCount = ParameterCount<SignatureType>::value;
};

} // namespace detail

#define URSA_FUNCTION(name, id, table, slotMember, params)                                         \
  template <>                                                                                      \
  struct FunctionTraits<Function::name>                                                            \
      : detail::FunctionFacts<Function::name, decltype(&::name), params, id> {                     \
    static constexpr const char *kName = #name;                                                    \
    static constexpr bool kHasSlot = true;                                                         \
    static constexpr auto &slot(ur_dditable_t &tables) { return tables.table.slotMember; }         \
    static constexpr auto &slot(const ur_dditable_t &tables) { return tables.table.slotMember; }   \
  };
#define URSA_LOADER_FUNCTION(name, id, params)                                                     \
  template <>                                                                                      \
  struct FunctionTraits<Function::name>                                                            \
      : detail::FunctionFacts<Function::name, decltype(&::name), params, id> {                     \
    static constexpr const char *kName = #name;                                                    \
    static constexpr bool kHasSlot = false;                                                        \
  };
#include "core/api/generated/functions.inc"

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  template <> struct FunctionTraits<Function::name> {                                              \
    using Signature = decltype(&::name);                                                           \
    static constexpr Function kFunction = Function::name;                                          \
    static constexpr const char *kName = #name;                                                    \
    static constexpr bool kHasSlot = false;                                                        \
    static constexpr size_t kParameterCount = detail::ParameterCount<Signature>::value;            \
    static constexpr int kDispatchIndex = kNoDispatchHandle;                                       \
    static constexpr bool kDispatchIsArray = false;                                                \
    static constexpr int kDispatchCountIndex = -1;                                                 \
  };
#include "core/api/generated/own_functions.inc"

/// The functions that have a slot, in the order of ur_api.h.
inline constexpr std::array<Function, kTableFunctionCount> kTableFunctions = {
#define URSA_FUNCTION(name, id, table, slot, params) Function::name,
#include "core/api/generated/functions.inc"
};

/// Calls visitor.operator()<F>() for each function F that has a slot.
template <class Visitor> constexpr void forEachTableFunction(Visitor &&visitor) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    (visitor.template operator()<kTableFunctions[I]>(), ...);
  }
  (std::make_index_sequence<kTableFunctionCount>{});
}

/// Calls visitor.operator()<F>() for each of the 251 functions F.
template <class Visitor> constexpr void forEachFunction(Visitor &&visitor) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    (visitor.template operator()<static_cast<Function>(I)>(), ...);
  }
  (std::make_index_sequence<kFunctionCount>{});
}

/// Returns the name of a function, for example "urContextCreate".
const char *functionName(Function function);

/// Returns the number of a function in ur_function_t; UR_FUNCTION_FORCE_UINT32 for functions of
/// ursa.h.
ur_function_t functionId(Function function);

/// Returns the function with this name, if it exists. Takes time linear in the number of functions.
std::optional<Function> findFunction(std::string_view name);

} // namespace ursa::core::api

#endif // URSA_CORE_API_FUNCTIONS_H
