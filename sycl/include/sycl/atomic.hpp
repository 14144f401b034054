// The class atomic (SYCL 1.2.1, 4.11), which atomic_ref replaces: deprecated in SYCL 2020.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/detail/atomics.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

/// Atomic operations on an object in memory, which are relaxed.
template <typename T, access::address_space addressSpace = access::address_space::global_space>
class atomic {
  static_assert(std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, long> ||
                    std::is_same_v<T, unsigned long> || std::is_same_v<T, long long> ||
                    std::is_same_v<T, unsigned long long> || std::is_same_v<T, float>,
                "sycl::atomic is for int, unsigned, long, unsigned long, long long, "
                "unsigned long long and float.");
  static_assert(addressSpace == access::address_space::global_space ||
                    addressSpace == access::address_space::local_space,
                "A sycl::atomic refers to global or local memory.");
  template <class U> using EnableInteger = std::enable_if_t<std::is_integral_v<U>, int>;
  using Bits = detail::AtomicBitsT<T>;
  static constexpr memory_scope kScope = memory_scope::device;

public:
  static constexpr access::address_space address_space = addressSpace;

  template <typename U, access::decorated IsDecorated>
  explicit atomic(multi_ptr<U, addressSpace, IsDecorated> pointer)
      : place_((Place *)pointer.get_decorated()) {
    static_assert(sizeof(U) == sizeof(T), "A sycl::atomic refers to an object of its type's size.");
  }

  void store(T operand, memory_order = memory_order::relaxed) const {
    detail::atomicStore(bits(), detail::bitsAs<Bits>(operand), memory_order::relaxed, kScope);
  }
  T load(memory_order = memory_order::relaxed) const {
    return detail::bitsAs<T>(
        static_cast<Bits>(detail::atomicLoad(bits(), memory_order::relaxed, kScope)));
  }
  T exchange(T operand, memory_order = memory_order::relaxed) const {
    return detail::bitsAs<T>(detail::atomicExchange(bits(), detail::bitsAs<Bits>(operand),
                                                    memory_order::relaxed, kScope));
  }
  template <typename U = T, EnableInteger<U> = 0>
  bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) const {
    Bits before = detail::bitsAs<Bits>(expected);
    const bool isSame =
        detail::atomicCompareExchange(bits(), before, detail::bitsAs<Bits>(desired),
                                      memory_order::relaxed, memory_order::relaxed, kScope);
    expected = detail::bitsAs<T>(before);
    return isSame;
  }

#define __URSA_ATOMIC(name, function)                                                              \
  template <typename U = T, EnableInteger<U> = 0>                                                  \
  T name(T operand, memory_order = memory_order::relaxed) const {                                  \
    return detail::function(place_, operand, memory_order::relaxed, kScope);                       \
  }
  __URSA_ATOMIC(fetch_add, atomicAdd)
  __URSA_ATOMIC(fetch_sub, atomicSub)
  __URSA_ATOMIC(fetch_and, atomicAnd)
  __URSA_ATOMIC(fetch_or, atomicOr)
  __URSA_ATOMIC(fetch_xor, atomicXor)
  __URSA_ATOMIC(fetch_min, atomicMin)
  __URSA_ATOMIC(fetch_max, atomicMax)
#undef __URSA_ATOMIC

private:
  using Place = detail::DecoratedT<T, addressSpace>;
  detail::DecoratedT<Bits, addressSpace> *bits() const {
    return (detail::DecoratedT<Bits, addressSpace> *)place_;
  }

  Place *place_;
};

/// @{ The members as functions.
template <typename T, access::address_space Space>
T atomic_load(atomic<T, Space> object, memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <typename T, access::address_space Space>
void atomic_store(atomic<T, Space> object, T operand, memory_order order = memory_order::relaxed) {
  object.store(operand, order);
}
template <typename T, access::address_space Space>
bool atomic_compare_exchange_strong(atomic<T, Space> object, T &expected, T desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}
#define __URSA_ATOMIC(name)                                                                        \
  template <typename T, access::address_space Space>                                               \
  T atomic_##name(atomic<T, Space> object, T operand,                                              \
                  memory_order order = memory_order::relaxed) {                                    \
    return object.name(operand, order);                                                            \
  }
__URSA_ATOMIC(exchange)
__URSA_ATOMIC(fetch_add)
__URSA_ATOMIC(fetch_sub)
__URSA_ATOMIC(fetch_and)
__URSA_ATOMIC(fetch_or)
__URSA_ATOMIC(fetch_xor)
__URSA_ATOMIC(fetch_min)
__URSA_ATOMIC(fetch_max)
#undef __URSA_ATOMIC
/// @}

namespace detail {
/// What an accessor of mode atomic has of its elements.
template <access::address_space Space, class T> atomic<T, Space> makeAtomic(T &element) {
  return atomic<T, Space>(assumeSpace<Space, access::decorated::legacy>(&element));
}
} // namespace detail

} // namespace sycl
} // namespace ursa_sycl
