// Branchless selection, for a function that ends in one jump to the selected target.
//
// A function whose arguments do not all fit into registers passes its stack arguments on for free
// if it consists of nothing but the jump. With a branch before the jump, compilers load these
// arguments and store them again to the same place, which costs more than the rest of the call.
#pragma once

#include "core/dispatch/layer_gate.h"

#include <atomic>
#include <cstddef>

namespace ursa {

#if defined(__x86_64__) && defined(__GNUC__)
#define URSA_SELECT(test, condition, value, other, ...)                                            \
  asm(test "\n\tcmov" condition " %[second], %[first]"                                             \
      : [first] "+r"(value)                                                                        \
      : [second] "r"(other)__VA_OPT__(, ) __VA_ARGS__                                              \
      : "cc")
#endif

/// Returns @p value, or @p other if @p count is not 0.
template <class T>
[[gnu::always_inline]] inline T *unlessAny(const std::atomic<size_t> &count, T *value, T *other) {
#ifdef URSA_SELECT
  URSA_SELECT("cmpq $0, %[count]", "neq", value, other, [count] "m"(count));
  return value;
#else
  return count.load(std::memory_order_relaxed) != 0 ? other : value;
#endif
}

/// Returns @p value, or @p other if it is null.
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
