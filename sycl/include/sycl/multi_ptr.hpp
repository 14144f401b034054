// sycl::multi_ptr, a pointer with an address space, and address_space_cast (SYCL 2020, 4.7.7.1). On
// the host all address spaces are the same. Accessors convert by their get_multi_ptr.
#pragma once

#include <sycl/address_space.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr;

namespace detail {

/// How a multi_ptr of one kind becomes one of another: not, by a cast, by itself.
enum class PointerConversion { None, Explicit, Implicit };

template <class To, access::address_space ToSpace, class From, access::address_space FromSpace>
constexpr PointerConversion pointerConversion() {
  constexpr auto kGeneric = access::address_space::generic_space;
  constexpr auto kConstant = access::address_space::constant_space;
  constexpr bool addsConst = std::is_same_v<std::remove_const_t<To>, std::remove_const_t<From>> &&
                             (std::is_const_v<To> || !std::is_const_v<From>);
  constexpr bool toVoid =
      std::is_void_v<To> && (std::is_const_v<To> || !std::is_const_v<From>)&&!addsConst;
  constexpr bool fromVoid =
      std::is_void_v<From> && (std::is_const_v<To> || !std::is_const_v<From>)&&!addsConst;
  if (ToSpace == FromSpace)
    return addsConst || toVoid ? PointerConversion::Implicit
           : fromVoid          ? PointerConversion::Explicit
                               : PointerConversion::None;
  if (ToSpace == kGeneric && FromSpace != kConstant && addsConst)
    return PointerConversion::Implicit;
  if (FromSpace == kGeneric && ToSpace != kConstant && addsConst)
    return PointerConversion::Explicit;
  return PointerConversion::None;
}

/// Whether a pointer @p From is a @p To, or one that only lacks its const.
template <class From, class To>
constexpr bool isPointerFor =
    std::conjunction_v<std::is_pointer<From>, std::is_convertible<From, To>,
                       std::is_same<std::remove_const_t<std::remove_pointer_t<From>>,
                                    std::remove_const_t<std::remove_pointer_t<To>>>>;

/// Member types that only pointers to objects have.
template <class T, access::address_space Space, access::decorated Decorate> struct PointerTypes {
  using reference = std::conditional_t<Decorate == access::decorated::yes, DecoratedT<T, Space> &,
                                       std::add_lvalue_reference_t<T>>;
  using iterator_category = std::random_access_iterator_tag;
  using reference_t = DecoratedT<T, Space> &;
  using const_reference_t = DecoratedT<const T, Space> &;
};
template <access::address_space Space, access::decorated Decorate>
struct PointerTypes<void, Space, Decorate> {
  using reference = void;
};
template <access::address_space Space, access::decorated Decorate>
struct PointerTypes<const void, Space, Decorate> {
  using reference = void;
};

} // namespace detail

template <class ElementType, access::address_space Space, access::decorated DecorateAddress>
class multi_ptr : public detail::PointerTypes<ElementType, Space, DecorateAddress> {
  static constexpr bool isLegacy = DecorateAddress == access::decorated::legacy;
  using Inner = detail::DecoratedT<ElementType, Space> *;
  struct None {};
  using Compared = std::conditional_t<isLegacy, ElementType *, None>;
  static std::size_t addressOf(const None &) { return 0; }
  static std::size_t addressOf(const ElementType *pointer) { return (std::size_t)pointer; }
  template <class U, access::address_space OtherSpace>
  static constexpr auto conversion = detail::pointerConversion<ElementType, Space, U, OtherSpace>();

public:
  static constexpr bool is_decorated = DecorateAddress == access::decorated::yes;
  static constexpr access::address_space address_space = Space;

  using value_type = ElementType;
  using pointer = std::conditional_t<is_decorated || isLegacy, Inner, ElementType *>;
  using reference = typename detail::PointerTypes<ElementType, Space, DecorateAddress>::reference;
  using difference_type = std::ptrdiff_t;
  // The names of the legacy interface.
  using element_type = ElementType;
  using pointer_t = Inner;
  using const_pointer_t = detail::DecoratedT<const ElementType, Space> *;

  constexpr multi_ptr() = default;
  constexpr multi_ptr(const multi_ptr &) = default;
  constexpr multi_ptr(multi_ptr &&) = default;
  multi_ptr &operator=(const multi_ptr &) = default;
  multi_ptr &operator=(multi_ptr &&) = default;
  ~multi_ptr() = default;
  constexpr multi_ptr(std::nullptr_t) {}

  /// @{ From pointers; only the legacy interface converts by itself and takes plain pointers.
  template <class P, std::enable_if_t<detail::isPointerFor<P, Inner> && !isLegacy, int> = 0>
  explicit multi_ptr(P given) : pointer_(given) {}
  template <class P, std::enable_if_t<isLegacy && (detail::isPointerFor<P, Inner> ||
                                                   detail::isPointerFor<P, ElementType *>),
                                      int> = 0>
  multi_ptr(P given) : pointer_((Inner)given) {}
  /// @}

  /// @{ From other multi_ptrs.
  template <class U, access::address_space OtherSpace, access::decorated OtherDecorated,
            std::enable_if_t<conversion<U, OtherSpace> == detail::PointerConversion::Implicit &&
                                 !(std::is_same_v<U, ElementType> && Space == OtherSpace &&
                                   DecorateAddress == OtherDecorated),
                             int> = 0>
  multi_ptr(const multi_ptr<U, OtherSpace, OtherDecorated> &other)
      : pointer_((Inner)other.get_decorated()) {}
  template <
      class U, access::address_space OtherSpace, access::decorated OtherDecorated,
      std::enable_if_t<conversion<U, OtherSpace> == detail::PointerConversion::Explicit, int> = 0>
  explicit multi_ptr(const multi_ptr<U, OtherSpace, OtherDecorated> &other)
      : pointer_((Inner)other.get_decorated()) {}
  /// @}

  /// From an accessor or a local_accessor.
  template <class Accessor,
            class Pointer = decltype(std::declval<const Accessor &>()
                                         .template get_multi_ptr<access::decorated::no>()),
            std::enable_if_t<std::is_convertible_v<Pointer, multi_ptr>, int> = 0>
  multi_ptr(const Accessor &accessor)
      : multi_ptr(accessor.template get_multi_ptr<access::decorated::no>()) {}

  /// From SYCL 1.2.1's accessor of constant memory.
  template <
      class Accessor, class Pointer = decltype(std::declval<const Accessor &>().get_pointer()),
      std::enable_if_t<Space == access::address_space::constant_space &&
                           !std::is_pointer_v<Pointer> && std::is_convertible_v<Pointer, multi_ptr>,
                       int> = 0>
  multi_ptr(const Accessor &accessor) : multi_ptr(accessor.get_pointer()) {}

  /// From SYCL 1.2.1's accessor that reads, whose elements were not const.
  template <class Accessor,
            class Pointer = decltype(std::declval<const Accessor &>()
                                         .template get_multi_ptr<access::decorated::no>()),
            std::enable_if_t<isLegacy && Space == Pointer::address_space &&
                                 !std::is_const_v<ElementType> &&
                                 std::is_same_v<typename Pointer::value_type, const ElementType>,
                             int> = 0>
  explicit multi_ptr(const Accessor &accessor)
      : pointer_((Inner)accessor.template get_multi_ptr<access::decorated::no>().get_decorated()) {}

  multi_ptr &operator=(std::nullptr_t) {
    pointer_ = nullptr;
    return *this;
  }
  template <class P, std::enable_if_t<isLegacy && (detail::isPointerFor<P, Inner> ||
                                                   detail::isPointerFor<P, ElementType *>),
                                      int> = 0>
  multi_ptr &operator=(P given) {
    pointer_ = (Inner)given;
    return *this;
  }

  pointer get() const { return (pointer)pointer_; }
  Inner get_decorated() const { return pointer_; }
  std::add_pointer_t<ElementType> get_raw() const { return (ElementType *)pointer_; }
  operator std::conditional_t<isLegacy, ElementType *, pointer>() const {
    return (std::conditional_t<isLegacy, ElementType *, pointer>)pointer_;
  }

  reference operator*() const { return *(std::remove_reference_t<reference> *)pointer_; }
  std::conditional_t<isLegacy, ElementType *, pointer> operator->() const { return *this; }
  reference operator[](difference_type index) const {
    return ((std::remove_reference_t<reference> *)pointer_)[index];
  }

  /// A hint, which does nothing.
  void prefetch(std::size_t) const {}

  friend multi_ptr &operator++(multi_ptr &self) { return self += 1; }
  friend multi_ptr operator++(multi_ptr &self, int) {
    const multi_ptr before = self;
    self += 1;
    return before;
  }
  friend multi_ptr &operator--(multi_ptr &self) { return self -= 1; }
  friend multi_ptr operator--(multi_ptr &self, int) {
    const multi_ptr before = self;
    self -= 1;
    return before;
  }
  friend multi_ptr &operator+=(multi_ptr &self, difference_type count) {
    self.pointer_ += count;
    return self;
  }
  friend multi_ptr &operator-=(multi_ptr &self, difference_type count) {
    self.pointer_ -= count;
    return self;
  }
  friend multi_ptr operator+(const multi_ptr &self, difference_type count) {
    multi_ptr result = self;
    return result += count;
  }
  friend multi_ptr operator-(const multi_ptr &self, difference_type count) {
    multi_ptr result = self;
    return result -= count;
  }
  friend difference_type operator-(const multi_ptr &a, const multi_ptr &b) {
    return a.pointer_ - b.pointer_;
  }

#define __URSA_COMPARISON(op)                                                                      \
  friend bool operator op(const multi_ptr &a, const multi_ptr &b) {                                \
    return (std::size_t)a.pointer_ op(std::size_t) b.pointer_;                                     \
  }                                                                                                \
  friend bool operator op(const multi_ptr &a, std::nullptr_t) {                                    \
    return (std::size_t)a.pointer_ op std::size_t(0);                                              \
  }                                                                                                \
  friend bool operator op(std::nullptr_t, const multi_ptr &b) {                                    \
    return std::size_t(0) op(std::size_t) b.pointer_;                                              \
  }                                                                                                \
  friend bool operator op(const multi_ptr &a, Compared b) {                                        \
    return addressOf(a.get_raw()) op addressOf(b);                                                 \
  }                                                                                                \
  friend bool operator op(Compared a, const multi_ptr &b) {                                        \
    return addressOf(a) op addressOf(b.get_raw());                                                 \
  }
  __URSA_COMPARISON(==)
  __URSA_COMPARISON(!=)
  __URSA_COMPARISON(<)
  __URSA_COMPARISON(>)
  __URSA_COMPARISON(<=)
  __URSA_COMPARISON(>=)
#undef __URSA_COMPARISON

private:
  Inner pointer_ = nullptr;
};

template <class Accessor,
          class Pointer = decltype(std::declval<const Accessor &>()
                                       .template get_multi_ptr<access::decorated::no>())>
multi_ptr(const Accessor &)
    -> multi_ptr<typename Pointer::value_type, Pointer::address_space, access::decorated::no>;

template <class T, access::decorated IsDecorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, IsDecorated>;
template <class T, access::decorated IsDecorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, IsDecorated>;
template <class T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;
template <class T, access::decorated IsDecorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, IsDecorated>;
template <class T, access::decorated IsDecorated = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, IsDecorated>;

namespace ext::intel {
template <class T, access::decorated IsDecorated = access::decorated::legacy>
using device_ptr = global_ptr<T, IsDecorated>;
template <class T, access::decorated IsDecorated = access::decorated::legacy>
using host_ptr = global_ptr<T, IsDecorated>;
} // namespace ext::intel

template <class T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T> using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <class T> using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <class T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <class T> using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

namespace detail {

/// The caller knows that @p pointer points to @p Space.
template <access::address_space Space, access::decorated DecorateAddress, class ElementType>
multi_ptr<ElementType, Space, DecorateAddress> assumeSpace(ElementType *pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>((DecoratedT<ElementType, Space> *)pointer);
}

#ifdef __SYCL_DEVICE_ONLY__
/// @{ OpenCL's to_global and relatives: null for pointers to other spaces.
[[clang::sycl_external]] __URSA_GLOBAL void *oclToGlobal(void *) noexcept __asm__("__to_global");
[[clang::sycl_external]] __URSA_LOCAL void *oclToLocal(void *) noexcept __asm__("__to_local");
[[clang::sycl_external]] __URSA_PRIVATE void *oclToPrivate(void *) noexcept __asm__("__to_private");
/// @}
#endif

/// Null if @p pointer does not point to @p Space. All spaces are one on the host.
template <access::address_space Space, access::decorated DecorateAddress, class ElementType>
multi_ptr<ElementType, Space, DecorateAddress> askSpace(ElementType *pointer) {
#ifdef __SYCL_DEVICE_ONLY__
  using Pointer = DecoratedT<ElementType, Space> *;
  if constexpr (Space == access::address_space::local_space)
    return multi_ptr<ElementType, Space, DecorateAddress>((Pointer)oclToLocal((void *)pointer));
  else if constexpr (Space == access::address_space::private_space)
    return multi_ptr<ElementType, Space, DecorateAddress>((Pointer)oclToPrivate((void *)pointer));
  else if constexpr (Space != access::address_space::generic_space)
    return multi_ptr<ElementType, Space, DecorateAddress>((Pointer)oclToGlobal((void *)pointer));
  else
#endif
    return assumeSpace<Space, DecorateAddress>(pointer);
}

} // namespace detail

/// Null if @p pointer does not point to @p Space.
template <access::address_space Space, access::decorated DecorateAddress, class ElementType>
multi_ptr<ElementType, Space, DecorateAddress> address_space_cast(ElementType *pointer) {
  return detail::askSpace<Space, DecorateAddress>(pointer);
}

template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
multi_ptr<ElementType, Space, DecorateAddress>
make_ptr(detail::DecoratedT<ElementType, Space> *pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(pointer);
}
/// Of SYCL 1.2.1's accessor that reads, whose elements were not const.
template <
    class ElementType, access::address_space Space,
    access::decorated DecorateAddress = access::decorated::legacy, class Pointer,
    class = std::enable_if_t<
        !std::is_const_v<ElementType> &&
        std::is_same_v<Pointer, multi_ptr<const ElementType, Space, access::decorated::legacy>>>>
multi_ptr<ElementType, Space, DecorateAddress> make_ptr(const Pointer &pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(
      (detail::DecoratedT<ElementType, Space> *)pointer.get_decorated());
}
#ifdef __SYCL_DEVICE_ONLY__
template <class ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy,
          class = std::enable_if_t<Space != access::address_space::generic_space>>
multi_ptr<ElementType, Space, DecorateAddress> make_ptr(ElementType *pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(
      (detail::DecoratedT<ElementType, Space> *)pointer);
}
#endif

} // namespace sycl
} // namespace ursa_sycl
