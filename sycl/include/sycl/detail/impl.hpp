// Common base of classes with reference semantics (SYCL 2020, 4.5.2): copies are the same object.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// Selects a constructor that takes a function, whose result becomes the state without a copy.
struct ByFunction {};

/// The order of objects and of references to them that do not keep them alive, by what lives as
/// long as they do; <sycl/ext/oneapi/weak_object.hpp> defines it.
struct OwnerOrder {
  template <class A, class B> static bool isBefore(const A &a, const B &b) noexcept;
};

/// Base of such a class: holds its state, which the library defines.
template <class Derived, class Impl> class Shared {
public:
  friend bool operator==(const Derived &a, const Derived &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const Derived &a, const Derived &b) { return a.impl_ != b.impl_; }
  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return OwnerOrder::isBefore(static_cast<const Derived &>(*this), other);
  }

protected:
  Shared() = default;
  explicit Shared(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  template <class Function> Shared(ByFunction, const Function &function) : impl_(function()) {}
  friend struct Access;

  std::shared_ptr<Impl> impl_;
};

/// Converts between objects and their state.
struct Access {
  template <class Object> static const auto &impl(const Object &object) { return object.impl_; }
  template <class Object, class Impl> static Object make(std::shared_ptr<Impl> impl) {
    return Object(std::move(impl));
  }
  template <class Object, class Function> static Object makeBy(const Function &function) {
    return Object(ByFunction(), function);
  }
  /// @{ What ends with the last copy of a host_accessor and of a stream.
  template <class Accessor> static const auto &hostAccess(const Accessor &of) { return of.access_; }
  template <class Stream> static const auto &streamMemory(const Stream &of) { return of.memory_; }
  /// @}
  /// @{ Of buffers. Offsets are in bytes.
  template <class Buffer, class Impl, class Range, class Properties>
  static Buffer makeBuffer(std::shared_ptr<Impl> impl, const Range &extent, size_t offset,
                           bool isPart, const Properties &properties) {
    return Buffer(std::move(impl), extent, offset, isPart, properties);
  }
  template <class Buffer> static size_t offset(const Buffer &buffer) { return buffer.offset_; }
  /// @}
};

/// Returns the state of an object, a shared pointer.
template <class Object> const auto &implOf(const Object &object) { return Access::impl(object); }

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

/// Defines std::hash of such a class.
#define URSA_SYCL_HASH(TYPE)                                                                       \
  template <> struct std::hash<TYPE> {                                                             \
    std::size_t operator()(const TYPE &object) const {                                             \
      return std::hash<const void *>()(sycl::detail::implOf(object).get());                        \
    }                                                                                              \
  };
