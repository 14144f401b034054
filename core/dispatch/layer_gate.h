// How a call finds out that a layer wants to see it, at no cost while none does.
//
// Before a call goes to an adapter it must know that its handle is not null. That is a comparison
// with zero and a jump. Here the comparison is with a variable instead, the gate: zero while no
// layer is on, so that null alone is "not above" it; the largest address while a layer is on, so
// that every handle is. One comparison and one jump answer both questions, and what the handle
// points to has not been read yet, which a layer that looks for dead handles depends on.
#pragma once

#include "core/api/functions.h"

#include <atomic>
#include <cstdint>

namespace ursa {

/// 0, or UINTPTR_MAX while a layer is on. Written by core/layers, and by fork_guard.cpp in a process
/// that was forked while the loader was in use. Hidden in its declaration
/// too, so that it is compared with in place rather than found through the global offset table.
[[gnu::visibility("hidden")]] extern std::atomic<uintptr_t> layerGate;

/// What a call of F does when its handle is null or a layer is on: the layers, then all that
/// dispatch does. Defined in core/entry_points/watched_call.cpp for every F that can be called
/// through the loader.
template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct WatchedCall;
template <Function F, class... Args> struct WatchedCall<F, ur_result_t(UR_APICALL *)(Args...)> {
  [[gnu::cold, gnu::noinline]] static ur_result_t call(Args... args);
};

/// Whether a call must leave the fast way: its handle is null, or a layer is on.
template <class Handle> [[gnu::always_inline]] inline bool isNullOrWatched(const Handle *handle) {
#if defined(__x86_64__) && defined(__GCC_ASM_FLAG_OUTPUTS__)
  // A relaxed load, which the compiler would not join with the comparison.
  static_assert(sizeof(layerGate) == sizeof(uint64_t));
  bool notAbove;
  asm("cmpq %[gate], %[handle]" : "=@ccbe"(notAbove) : [gate] "m"(layerGate), [handle] "r"(handle));
  return notAbove;
#else
  return reinterpret_cast<uintptr_t>(handle) <= layerGate.load(std::memory_order_relaxed);
#endif
}

/// @p handle; @p other when isNullOrWatched(handle). Without a branch: see select.h.
template <class Handle>
[[gnu::always_inline]] inline const Handle *unlessNullOrWatched(const Handle *handle,
                                                                const Handle *other) {
#if defined(__x86_64__) && defined(__GNUC__)
  asm("cmpq %[gate], %[first]\n\tcmovbeq %[second], %[first]"
      : [first] "+r"(handle)
      : [second] "r"(other), [gate] "m"(layerGate)
      : "cc");
  return handle;
#else
  return isNullOrWatched(handle) ? other : handle;
#endif
}

} // namespace ursa
