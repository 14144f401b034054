// Atomic operations on a place in memory: clang's scoped built-ins on the device, the compilers'
// common ones on the host. Loads, stores and exchanges are on integers of the same size.
#pragma once

#include <sycl/memory_enums.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

template <std::size_t Size> struct AtomicBits {
  static_assert(Size == 4 || Size == 8, "Atomic types have 4 or 8 bytes.");
  using type = std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>;
};
template <class T> using AtomicBitsT = typename AtomicBits<sizeof(T)>::type;

template <class To, class From> To bitsAs(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "Both types have the same size.");
  return __builtin_bit_cast(To, from);
}

constexpr int atomicOrder(memory_order order) {
  return order == memory_order::relaxed   ? __ATOMIC_RELAXED
         : order == memory_order::acquire ? __ATOMIC_ACQUIRE
         : order == memory_order::release ? __ATOMIC_RELEASE
         : order == memory_order::acq_rel ? __ATOMIC_ACQ_REL
                                          : __ATOMIC_SEQ_CST;
}
constexpr memory_order loadOrder(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}
constexpr memory_order storeOrder(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::release
         : order == memory_order::acquire ? memory_order::relaxed
                                          : order;
}

// Targets know no sub-groups here, so that narrow scopes are those of work-groups.
#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_ATOMIC(operation, ...)                                                              \
  (scope == memory_scope::system ? __scoped_atomic_##operation(__VA_ARGS__, __MEMORY_SCOPE_SYSTEM) \
   : scope == memory_scope::device                                                                 \
       ? __scoped_atomic_##operation(__VA_ARGS__, __MEMORY_SCOPE_DEVICE)                           \
       : __scoped_atomic_##operation(__VA_ARGS__, __MEMORY_SCOPE_WRKGRP))
#else
#define __URSA_ATOMIC(operation, ...) ((void)scope, __atomic_##operation(__VA_ARGS__))
#endif

/// @{ U is an unsigned integer, with an address space or without. The order suits the operation.
template <class U> inline auto atomicLoad(const U *place, memory_order order, memory_scope scope) {
  return __URSA_ATOMIC(load_n, place, atomicOrder(loadOrder(order)));
}
template <class U, class V>
inline void atomicStore(U *place, V value, memory_order order, memory_scope scope) {
  __URSA_ATOMIC(store_n, place, value, atomicOrder(storeOrder(order)));
}
template <class U, class V>
inline V atomicExchange(U *place, V value, memory_order order, memory_scope scope) {
  return __URSA_ATOMIC(exchange_n, place, value, atomicOrder(order));
}
/// Returns whether @p place was @p expected, which becomes what it was.
template <class U, class V>
inline bool atomicCompareExchange(U *place, V &expected, V desired, memory_order success,
                                  memory_order failure, memory_scope scope) {
#ifdef __SYCL_DEVICE_ONLY__
  V before = expected;
  // One order for both: the stronger one, so that few forms of the instruction are made.
  const bool isRelaxed = success == memory_order::relaxed && failure == memory_order::relaxed;
  const bool isStrict = success == memory_order::seq_cst || failure == memory_order::seq_cst;
  bool isSame = false;
  if (isRelaxed)
    isSame = __URSA_ATOMIC(compare_exchange_n, place, &before, desired, false, __ATOMIC_RELAXED,
                           __ATOMIC_RELAXED);
  else if (isStrict)
    isSame = __URSA_ATOMIC(compare_exchange_n, place, &before, desired, false, __ATOMIC_SEQ_CST,
                           __ATOMIC_SEQ_CST);
  else
    isSame = __URSA_ATOMIC(compare_exchange_n, place, &before, desired, false, __ATOMIC_ACQ_REL,
                           __ATOMIC_ACQUIRE);
  expected = before;
  return isSame;
#else
  (void)scope;
  (void)success;
  (void)failure;
  return __atomic_compare_exchange_n(place, &expected, desired, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
#endif
}
/// @}

/// @{ T is a number. Each returns the value before.
#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_ATOMIC_UPDATE(name, operation, expression)                                          \
  template <class P, class T>                                                                      \
  inline T name(P *place, T value, memory_order order, memory_scope scope) {                       \
    return __URSA_ATOMIC(operation, place, value, atomicOrder(order));                             \
  }
#else
#define __URSA_ATOMIC_UPDATE(name, operation, expression)                                          \
  template <class P, class T>                                                                      \
  inline T name(P *place, T value, memory_order order, memory_scope scope) {                       \
    using U = AtomicBitsT<T>;                                                                      \
    U *bits = reinterpret_cast<U *>(place);                                                        \
    U old = atomicLoad(bits, memory_order::relaxed, scope);                                        \
    for (;;) {                                                                                     \
      const T before = bitsAs<T>(old);                                                             \
      const T after = expression;                                                                  \
      if (atomicCompareExchange(bits, old, bitsAs<U>(after), order, memory_order::relaxed, scope)) \
        return before;                                                                             \
    }                                                                                              \
  }
#endif
__URSA_ATOMIC_UPDATE(atomicAdd, fetch_add, static_cast<T>(before + value))
__URSA_ATOMIC_UPDATE(atomicSub, fetch_sub, static_cast<T>(before - value))
__URSA_ATOMIC_UPDATE(atomicMin, fetch_min, (value < before ? value : before))
__URSA_ATOMIC_UPDATE(atomicMax, fetch_max, (before < value ? value : before))
__URSA_ATOMIC_UPDATE(atomicAnd, fetch_and, static_cast<T>(before &value))
__URSA_ATOMIC_UPDATE(atomicOr, fetch_or, static_cast<T>(before | value))
__URSA_ATOMIC_UPDATE(atomicXor, fetch_xor, static_cast<T>(before ^ value))
/// @}
#undef __URSA_ATOMIC_UPDATE
#undef __URSA_ATOMIC

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
