// Replaces core/dispatch/layer_gate.h where the test of the gate's cost compiles the entry points a
// second time, without layers: a call only checks for null and rejects it.
#pragma once

#include "core/api/functions.h"

namespace ursa {

[[gnu::cold, gnu::noinline]] ur_result_t refuseNullHandle(Function function) noexcept;

template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct LayeredCall;
template <Function F, class... Args> struct LayeredCall<F, ur_result_t(UR_APICALL *)(Args...)> {
  template <class... Any> [[gnu::always_inline]] static ur_result_t call(const Any &...) {
    return refuseNullHandle(F);
  }
};

template <class Handle> [[gnu::always_inline]] inline bool isNullOrLayered(const Handle *handle) {
  return handle == nullptr;
}

template <class Handle>
[[gnu::always_inline]] inline const Handle *unlessNullOrLayered(const Handle *handle,
                                                                const Handle *other) {
#if defined(__x86_64__) && defined(__GNUC__)
  asm("testq %[first], %[first]\n\tcmoveq %[second], %[first]"
      : [first] "+r"(handle)
      : [second] "r"(other)
      : "cc");
  return handle;
#else
  return handle ? handle : other;
#endif
}

} // namespace ursa
