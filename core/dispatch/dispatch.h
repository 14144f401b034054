// Dispatches a call to an adapter, through the table that the first word of its handle points to.
//
//   exported urX(args...)  →  dispatch<X>(args...)  →  intercepts::urX, where there is one
//                                                   →  passToAdapter<X>: handle → table → slot
//                                                   →  LayeredCall<X>::call: null, or a layer is active
//
// The hot path consists of three loads, two comparisons and a jump; the cold functions below report
// errors. Layers add no branch: see layer_gate.h. Dispatch also works before urLoaderInit and
// after urLoaderTearDown, because the table belongs to the adapter, whose library stays open.
#pragma once

#include "core/api/functions.h"
#include "core/dispatch/intercepts.h"
#include "core/dispatch/layer_gate.h"

#include <tuple>

namespace ursa::core::dispatch {

/// Each function stores a message for urAdapterGetLastError and ursaGetLastError and returns its
/// code.
/// @{
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE: the handle that F dispatches on is null.
[[gnu::cold, gnu::noinline]] ur_result_t refuseNullHandle(api::Function function) noexcept;
/// UR_RESULT_ERROR_INVALID_NULL_POINTER: the array that F dispatches on is null.
[[gnu::cold, gnu::noinline]] ur_result_t refuseNullArray(api::Function function) noexcept;
/// The array that F dispatches on is empty: UR_RESULT_ERROR_INVALID_VALUE, except for
/// urContextCreate, for which the ABI specifies UR_RESULT_ERROR_INVALID_SIZE.
[[gnu::cold, gnu::noinline]] ur_result_t refuseEmptyArray(api::Function function) noexcept;
/// UR_RESULT_ERROR_UNSUPPORTED_FEATURE: the adapter does not implement the function.
[[gnu::cold, gnu::noinline]] ur_result_t refuseMissingFunction(api::Function function) noexcept;
/// @}

/// Returns the table of the adapter that created an object. @p handle must not be null.
template <class Handle> const ur_dditable_t &tablesOf(Handle handle) {
  return **reinterpret_cast<const ur_dditable_t *const *>(handle);
}

/// Returns the argument that F dispatches on: a handle, or an array of handles.
template <api::Function F, class... Args>
[[gnu::always_inline]] inline auto dispatchArgument(const Args &...args) {
  static_assert(api::FunctionTraits<F>::kDispatchIndex != api::kNoDispatchHandle,
                "no handle leads to an adapter");
  return std::get<api::FunctionTraits<F>::kDispatchIndex>(std::tie(args...));
}

/// Calls F in the adapter that its handle belongs to, or the first element of its array. The handle
/// or array must not be null.
template <api::Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t passToAdapter(const Args &...args) {
  using Traits = api::FunctionTraits<F>;
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

/// Like passToAdapter, but the handle may be null.
template <api::Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t callAdapter(const Args &...args) {
  using Traits = api::FunctionTraits<F>;
  if constexpr (Traits::kDispatchIsArray)
    if (std::get<Traits::kDispatchCountIndex>(std::tie(args...)) == 0) [[unlikely]]
      return refuseEmptyArray(F);
  if (!dispatchArgument<F>(args...)) [[unlikely]]
    return Traits::kDispatchIsArray ? refuseNullArray(F) : refuseNullHandle(F);
  return passToAdapter<F>(args...);
}

/// The body of an exported function.
template <api::Function F, class... Args>
[[gnu::always_inline]] inline ur_result_t dispatch(const Args &...args) {
  using Traits = api::FunctionTraits<F>;
  if constexpr (HasInterceptBeforeLayers<F>) {
    return kInterceptBeforeLayers<F>(args...);
  } else {
    if (isNullOrLayered(dispatchArgument<F>(args...))) [[unlikely]]
      return LayeredCall<F>::call(args...);
    if constexpr (Traits::kDispatchIsArray)
      if (std::get<Traits::kDispatchCountIndex>(std::tie(args...)) == 0) [[unlikely]]
        return refuseEmptyArray(F);
    if constexpr (HasIntercept<F>)
      return kIntercept<F>(args...);
    else
      return passToAdapter<F>(args...);
  }
}

} // namespace ursa::core::dispatch
