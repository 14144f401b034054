// How a call reaches an adapter: through the table that the first word of its handle points to.
//
//   exported urX(args...)  →  dispatch<X>(args...)  →  Intercept<X>::call, where there is one
//                                                   →  callAdapter<X>: handle → table → slot
//
// The way through is two loads, two checks and a jump; what goes wrong is told by the cold
// functions below. Works before urLoaderInit and after urLoaderTearDown alike, since the table
// belongs to the adapter, which stays open.
#pragma once

#include "core/api/functions.h"

#include <tuple>

namespace ursa {

/// Something in core that wants to see calls of F before the adapter does. A specialization has
///   static constexpr bool present = true;
///   static ur_result_t call(<parameters of F>);
/// and goes on with callAdapter<F>. It must be visible where the trampolines are compiled, that is,
/// be included by entry_points.cpp.
template <Function F> struct Intercept { static constexpr bool present = false; };

/// Each keeps a sentence for urAdapterGetLastError and ursaGetLastError and returns its code.
/// @{
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE: the handle that F dispatches on is null.
[[gnu::cold, gnu::noinline]] ur_result_t refuseNullHandle(Function function) noexcept;
/// UR_RESULT_ERROR_INVALID_NULL_POINTER: the array that F dispatches on is null.
[[gnu::cold, gnu::noinline]] ur_result_t refuseNullArray(Function function) noexcept;
/// The array that F dispatches on has no elements: UR_RESULT_ERROR_INVALID_VALUE, and of
/// urContextCreate, as the ABI has it, UR_RESULT_ERROR_INVALID_SIZE.
[[gnu::cold, gnu::noinline]] ur_result_t refuseEmptyArray(Function function) noexcept;
/// UR_RESULT_ERROR_UNSUPPORTED_FEATURE: the adapter has no such function.
[[gnu::cold, gnu::noinline]] ur_result_t refuseMissingFunction(Function function) noexcept;
/// @}

/// The table of the adapter that made an object. @p handle must not be null.
template <class Handle> const ur_dditable_t &tablesOf(Handle handle) {
  return **reinterpret_cast<const ur_dditable_t *const *>(handle);
}

/// Calls F in the adapter that its handle belongs to; of an array the first element decides.
template <Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t callAdapter(Args... args) {
  using Traits = FunctionTraits<F>;
  static_assert(Traits::kDispatchIndex != kNoDispatchHandle, "no handle leads to an adapter");
  const auto arguments = std::tie(args...);
  const auto parameter = std::get<Traits::kDispatchIndex>(arguments);
  const auto call = [&](auto handle) __attribute__((always_inline)) {
    if (!handle) [[unlikely]]
      return refuseNullHandle(F);
    const auto function = Traits::slot(tablesOf(handle));
    if (!function) [[unlikely]]
      return refuseMissingFunction(F);
    return function(args...);
  };
  if constexpr (Traits::kDispatchIsArray) {
    if (std::get<Traits::kDispatchCountIndex>(arguments) == 0) [[unlikely]]
      return refuseEmptyArray(F);
    if (!parameter) [[unlikely]]
      return refuseNullArray(F);
    return call(*parameter);
  } else {
    return call(parameter);
  }
}

/// What an exported function does.
template <Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t dispatch(Args... args) {
  if constexpr (Intercept<F>::present)
    return Intercept<F>::call(args...);
  else
    return callAdapter<F>(args...);
}

} // namespace ursa
