// How a call reaches an adapter: through the table that the first word of its handle points to.
//
//   exported urX(args...)  →  dispatch<X>(args...)  →  Intercept<X>::call, where there is one
//                                                   →  passToAdapter<X>: handle → table → slot
//                                                   →  WatchedCall<X>::call: null, or a layer is on
//
// The way through is three loads, two checks and a jump; what goes wrong is told by the cold
// functions below. Layers join in without an instruction of their own: see layer_gate.h. Works
// before urLoaderInit and after urLoaderTearDown alike, since the table belongs to the adapter,
// which stays open.
#pragma once

#include "core/api/functions.h"
#include "core/dispatch/layer_gate.h"

#include <tuple>

namespace ursa {

/// Something in core that wants to see calls of F before the adapter does. A specialization has
///   static constexpr bool present = true;
///   static ur_result_t call(<parameters of F>);
/// and goes on with passToAdapter<F>: the handle that F dispatches on is not null. It must be
/// visible where the trampolines are compiled, that is, be included by entry_points.cpp.
template <Function F> struct Intercept { static constexpr bool present = false; };

/// An intercept that has another function, afterLayers, gets every call, null handles too, asks
/// isNullOrWatched itself, and goes on with afterLayers. For hot functions with many arguments: a
/// branch before the jump would make the compiler move those on the stack back and forth.
template <Function F>
concept AsksForLayers = requires {
  &Intercept<F>::afterLayers;
};

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

/// The argument that F dispatches on: a handle, or an array of handles.
template <Function F, class... Args>
[[gnu::always_inline]] inline auto dispatchArgument(const Args &...args) {
  static_assert(FunctionTraits<F>::kDispatchIndex != kNoDispatchHandle,
                "no handle leads to an adapter");
  return std::get<FunctionTraits<F>::kDispatchIndex>(std::tie(args...));
}

/// Calls F in the adapter that its handle belongs to; of an array the first element decides. The
/// handle or array is known not to be null.
template <Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t passToAdapter(const Args &...args) {
  using Traits = FunctionTraits<F>;
  auto handle = [&]() __attribute__((always_inline)) {
    if constexpr (Traits::kDispatchIsArray)
      return *dispatchArgument<F>(args...);
    else
      return dispatchArgument<F>(args...);
  }
  ();
  if constexpr (Traits::kDispatchIsArray)
    if (!handle) [[unlikely]]
      return refuseNullHandle(F);
  const auto function = Traits::slot(tablesOf(handle));
  if (!function) [[unlikely]]
    return refuseMissingFunction(F);
  return function(args...);
}

/// As passToAdapter, for callers that do not know whether there is a handle.
template <Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t callAdapter(const Args &...args) {
  using Traits = FunctionTraits<F>;
  if constexpr (Traits::kDispatchIsArray)
    if (std::get<Traits::kDispatchCountIndex>(std::tie(args...)) == 0) [[unlikely]]
      return refuseEmptyArray(F);
  if (!dispatchArgument<F>(args...)) [[unlikely]]
    return Traits::kDispatchIsArray ? refuseNullArray(F) : refuseNullHandle(F);
  return passToAdapter<F>(args...);
}

/// What an exported function does.
template <Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t dispatch(const Args &...args) {
  using Traits = FunctionTraits<F>;
  if constexpr (AsksForLayers<F>) {
    return Intercept<F>::call(args...);
  } else {
    if (isNullOrWatched(dispatchArgument<F>(args...))) [[unlikely]]
      return WatchedCall<F>::call(args...);
    if constexpr (Traits::kDispatchIsArray)
      if (std::get<Traits::kDispatchCountIndex>(std::tie(args...)) == 0) [[unlikely]]
        return refuseEmptyArray(F);
    if constexpr (Intercept<F>::present)
      return Intercept<F>::call(args...);
    else
      return passToAdapter<F>(args...);
  }
}

} // namespace ursa
