// sycl::atomic_ref (SYCL 2020, 4.15.3): atomic operations on an object of a program.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/detail/atomics.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The members of atomic_ref for all types.
template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class AtomicRefBase {
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "The default order of an atomic_ref is relaxed, acq_rel or seq_cst.");
  static_assert(Space != access::address_space::private_space &&
                    Space != access::address_space::constant_space,
                "An atomic_ref refers to global, local or generic memory.");

public:
  using value_type = T;
  static constexpr std::size_t required_alignment = alignof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = loadOrder(DefaultOrder);
  static constexpr memory_order default_write_order = storeOrder(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  explicit AtomicRefBase(T &object)
      : place_(reinterpret_cast<Place *>(const_cast<std::remove_cv_t<T> *>(&object))) {}
  AtomicRefBase(const AtomicRefBase &) noexcept = default;
  AtomicRefBase &operator=(const AtomicRefBase &) = delete;

  bool is_lock_free() const noexcept { return true; }

  void store(T value, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
    atomicStore(bits(), bitsAs<Bits>(value), order, scope);
  }
  T load(memory_order order = default_read_order,
         memory_scope scope = default_scope) const noexcept {
    return bitsAs<T>(static_cast<Bits>(atomicLoad(bits(), order, scope)));
  }
  operator T() const noexcept { return load(); }
  T exchange(T value, memory_order order = default_read_modify_write_order,
             memory_scope scope = default_scope) const noexcept {
    return bitsAs<T>(atomicExchange(bits(), bitsAs<Bits>(value), order, scope));
  }

  bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
                               memory_scope scope = default_scope) const noexcept {
    Bits old = bitsAs<Bits>(expected);
    const bool isSame =
        atomicCompareExchange(bits(), old, bitsAs<Bits>(desired), success, failure, scope);
    if (!isSame)
      expected = bitsAs<T>(old);
    return isSame;
  }
  bool compare_exchange_strong(T &expected, T desired,
                               memory_order order = default_read_modify_write_order,
                               memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, loadOrder(order), scope);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
  bool compare_exchange_weak(T &expected, T desired,
                             memory_order order = default_read_modify_write_order,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, loadOrder(order), scope);
  }

protected:
  using Place = T;
  using Bits = AtomicBitsT<T>;
  using Address = DecoratedT<T, Space> *;
  using BitsAddress = DecoratedT<Bits, Space> *;

  Address address() const noexcept { return (Address)place_; }
  BitsAddress bits() const noexcept { return (BitsAddress)place_; }

private:
  Place *place_;
};

/// @{ What numbers have.
#define __URSA_FETCH(name, function)                                                               \
  T name(T operand, memory_order order = Base::default_read_modify_write_order,                    \
         memory_scope scope = Base::default_scope) const noexcept {                                \
    return function(Base::address(), operand, order, scope);                                       \
  }
template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
class AtomicRefFloat : public AtomicRefBase<T, Order, Scope, Space> {
  using Base = AtomicRefBase<T, Order, Scope, Space>;

public:
  using difference_type = T;
  using Base::Base;
  __URSA_FETCH(fetch_add, atomicAdd)
  __URSA_FETCH(fetch_sub, atomicSub)
  __URSA_FETCH(fetch_min, atomicMin)
  __URSA_FETCH(fetch_max, atomicMax)
  T operator+=(T operand) const noexcept { return fetch_add(operand) + operand; }
  T operator-=(T operand) const noexcept { return fetch_sub(operand) - operand; }
};

template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
class AtomicRefIntegral : public AtomicRefBase<T, Order, Scope, Space> {
  using Base = AtomicRefBase<T, Order, Scope, Space>;

public:
  using difference_type = T;
  using Base::Base;
  __URSA_FETCH(fetch_add, atomicAdd)
  __URSA_FETCH(fetch_sub, atomicSub)
  __URSA_FETCH(fetch_min, atomicMin)
  __URSA_FETCH(fetch_max, atomicMax)
  __URSA_FETCH(fetch_and, atomicAnd)
  __URSA_FETCH(fetch_or, atomicOr)
  __URSA_FETCH(fetch_xor, atomicXor)
  T operator++(int) const noexcept { return fetch_add(T(1)); }
  T operator--(int) const noexcept { return fetch_sub(T(1)); }
  T operator++() const noexcept { return wrap(bitsOf(fetch_add(T(1))) + 1); }
  T operator--() const noexcept { return wrap(bitsOf(fetch_sub(T(1))) - 1); }
  T operator+=(T operand) const noexcept {
    return wrap(bitsOf(fetch_add(operand)) + bitsOf(operand));
  }
  T operator-=(T operand) const noexcept {
    return wrap(bitsOf(fetch_sub(operand)) - bitsOf(operand));
  }
  T operator&=(T operand) const noexcept { return fetch_and(operand) & operand; }
  T operator|=(T operand) const noexcept { return fetch_or(operand) | operand; }
  T operator^=(T operand) const noexcept { return fetch_xor(operand) ^ operand; }

private:
  using Unsigned = std::make_unsigned_t<T>;
  static Unsigned bitsOf(T value) { return static_cast<Unsigned>(value); }
  static T wrap(Unsigned value) { return static_cast<T>(value); }
};
#undef __URSA_FETCH
/// @}

/// The members of atomic_ref for pointers.
template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
class AtomicRefPointer : public AtomicRefBase<T, Order, Scope, Space> {
  using Base = AtomicRefBase<T, Order, Scope, Space>;
  using Bits = typename Base::Bits;

public:
  using difference_type = std::ptrdiff_t;
  using Base::Base;

  T fetch_add(difference_type count, memory_order order = Base::default_read_modify_write_order,
              memory_scope scope = Base::default_scope) const noexcept {
    return bitsAs<T>(atomicAdd(Base::bits(), bytes(count), order, scope));
  }
  T fetch_sub(difference_type count, memory_order order = Base::default_read_modify_write_order,
              memory_scope scope = Base::default_scope) const noexcept {
    return bitsAs<T>(atomicSub(Base::bits(), bytes(count), order, scope));
  }
  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
  T operator+=(difference_type count) const noexcept { return fetch_add(count) + count; }
  T operator-=(difference_type count) const noexcept { return fetch_sub(count) - count; }

private:
  static Bits bytes(difference_type count) {
    return static_cast<Bits>(count) * sizeof(std::remove_pointer_t<T>);
  }
};

template <class T, memory_order Order, memory_scope Scope, access::address_space Space>
using AtomicRefOf = std::conditional_t<
    std::is_pointer_v<T>, AtomicRefPointer<T, Order, Scope, Space>,
    std::conditional_t<std::is_floating_point_v<T>, AtomicRefFloat<T, Order, Scope, Space>,
                       AtomicRefIntegral<T, Order, Scope, Space>>>;

} // namespace detail

template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space AddressSpace = access::address_space::generic_space>
class atomic_ref : public detail::AtomicRefOf<T, DefaultOrder, DefaultScope, AddressSpace> {
  static_assert(std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, long> ||
                    std::is_same_v<T, unsigned long> || std::is_same_v<T, long long> ||
                    std::is_same_v<T, unsigned long long> || std::is_same_v<T, float> ||
                    std::is_same_v<T, double> || std::is_pointer_v<T>,
                "sycl::atomic_ref is for int, unsigned, long, unsigned long, long long, "
                "unsigned long long, float, double and pointers.");
  using Base = detail::AtomicRefOf<T, DefaultOrder, DefaultScope, AddressSpace>;

public:
  explicit atomic_ref(T &object) : Base(object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  T operator=(T desired) const noexcept {
    Base::store(desired);
    return desired;
  }
};

} // namespace sycl
} // namespace ursa_sycl
