// The layer gate, by which a call detects an active layer at no cost while none is active.
//
// Before dispatch, a call must check that its handle is not null: a comparison with zero and a
// jump. This code compares with a variable, the gate, instead. The gate is zero while no layer is
// active, so that only null is "not above" it. It is the largest address while a layer is active,
// so that every handle is "not above" it. One comparison and one jump thus answer both questions,
// and they do not read the object of the handle, which the layer that detects dead handles relies
// on.
#pragma once

#include "core/api/functions.h"

#include <atomic>
#include <cstdint>

namespace ursa::core::dispatch {

/// 0, or UINTPTR_MAX while a layer is active. Written by core/layers, and by fork_guard.cpp in a
/// child that was forked while the loader was in use. The declaration also hides the symbol, so
/// that code accesses it directly instead of through the global offset table.
[[gnu::visibility("hidden")]] extern std::atomic<uintptr_t> layerGate;

/// The slow path of a call of F, whose handle is null or for which a layer is active: the layers,
/// then normal dispatch. Defined in core/entry_points/layered_call.cpp for every F that can be
/// called through the loader.
template <api::Function F, class Signature = typename api::FunctionTraits<F>::Signature>
struct LayeredCall;
template <api::Function F, class... Args>
struct LayeredCall<F, ur_result_t(UR_APICALL *)(Args...)> {
  [[gnu::cold, gnu::noinline]] static ur_result_t call(Args... args);
};

/// Returns whether a call must take the slow path: its handle is null, or a layer is active.
template <class Handle> [[gnu::always_inline]] inline bool isNullOrLayered(const Handle *handle) {
  return reinterpret_cast<uintptr_t>(handle) <= layerGate.load(std::memory_order_relaxed);
}

} // namespace ursa::core::dispatch
