// Choices without a branch, for a function that ends in one jump to what it chose.
//
// A function with more arguments than there are registers passes on those on the stack for nothing
// as long as the jump is all it consists of. With a branch before it, compilers load them first and
// store them where they have been all along, which costs more than everything else on the way.
#pragma once

#include "core/dispatch/layer_gate.h"

#include <cstddef>

namespace ursa {

#if defined(__x86_64__) && defined(__GNUC__)
#define URSA_SELECT(test, condition, value, other, ...)                                            \
  asm(test "\n\tcmov" condition " %[second], %[first]"                                             \
      : [first] "+r"(value)                                                                        \
      : [second] "r"(other)__VA_OPT__(, ) __VA_ARGS__                                              \
      : "cc")
#endif

/// @p handle; @p other when isNullOrWatched(handle).
template <class Handle>
[[gnu::always_inline]] inline const Handle *unlessNullOrWatched(const Handle *handle,
                                                                const Handle *other) {
#ifdef URSA_SELECT
  URSA_SELECT("cmpq %[gate], %[first]", "beq", handle, other, [gate] "m"(layerGate));
  return handle;
#else
  return isNullOrWatched(handle) ? other : handle;
#endif
}

/// @p value; @p other when @p count is not 0.
template <class T>
[[gnu::always_inline]] inline T *unlessAny(const std::atomic<size_t> &count, T *value, T *other) {
#ifdef URSA_SELECT
  URSA_SELECT("cmpq $0, %[count]", "neq", value, other, [count] "m"(count));
  return value;
#else
  return count.load(std::memory_order_relaxed) != 0 ? other : value;
#endif
}

/// @p value; @p other when it is null.
template <class T> [[gnu::always_inline]] inline T *unlessNull(T *value, T *other) {
#ifdef URSA_SELECT
  URSA_SELECT("testq %[first], %[first]", "eq", value, other);
  return value;
#else
  return value ? value : other;
#endif
}

#undef URSA_SELECT

} // namespace ursa
