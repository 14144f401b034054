// References to objects that do not keep them alive (sycl_ext_oneapi_weak_object): of platforms,
// devices, contexts, queues, events, kernels, kernel bundles, graphs and buffers.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

template <typename Object> class weak_object {
  using Shared = std::decay_t<decltype(sycl::detail::implOf(std::declval<const Object &>()))>;
  using Weak = typename Shared::weak_type;

public:
  using object_type = Object;

  constexpr weak_object() noexcept = default;
  weak_object(const Object &object) : impl_(sycl::detail::implOf(object)), shell_(object) {
    setImpl(*shell_, nullptr);
  }
  weak_object(const weak_object &) = default;
  weak_object(weak_object &&) = default;
  weak_object &operator=(const weak_object &) = default;
  weak_object &operator=(weak_object &&) = default;
  weak_object &operator=(const Object &object) { return *this = weak_object(object); }

  void reset() noexcept {
    impl_.reset();
    shell_.reset();
  }
  void swap(weak_object &other) noexcept { std::swap(*this, other); }
  bool expired() const noexcept { return impl_.expired(); }
  std::optional<Object> try_lock() const {
    Shared impl = impl_.lock();
    if (!impl)
      return std::nullopt;
    Object object = *shell_;
    setImpl(object, std::move(impl));
    return object;
  }
  /// Throws errc::invalid if the object is no more.
  Object lock() const {
    std::optional<Object> object = try_lock();
    if (!object)
      throw exception(make_error_code(errc::invalid),
                      "The object that a weak_object refers to is no more.");
    return *std::move(object);
  }

  /// @{ An order of objects; copies are the same object.
  bool owner_before(const weak_object &other) const noexcept {
    return impl_.owner_before(other.impl_);
  }
  bool owner_before(const Object &other) const noexcept {
    return impl_.owner_before(sycl::detail::implOf(other));
  }
  /// @}

private:
  friend struct sycl::detail::Access;
  static void setImpl(Object &object, Shared impl) {
    const_cast<Shared &>(sycl::detail::implOf(object)) = std::move(impl);
  }

  Weak impl_;
  std::optional<Object> shell_; ///< what the object has beside its state
};

/// Compares objects and references to them.
template <typename Object> struct owner_less {
  bool operator()(const Object &a, const Object &b) const noexcept { return isBefore(a, b); }
  bool operator()(const Object &a, const weak_object<Object> &b) const noexcept {
    return isBefore(a, b);
  }
  bool operator()(const weak_object<Object> &a, const Object &b) const noexcept {
    return isBefore(a, b);
  }
  bool operator()(const weak_object<Object> &a, const weak_object<Object> &b) const noexcept {
    return isBefore(a, b);
  }

private:
  template <class A, class B> static bool isBefore(const A &a, const B &b) {
    return sycl::detail::implOf(a).owner_before(sycl::detail::implOf(b));
  }
};
template <typename Object> struct owner_less<weak_object<Object>> : owner_less<Object> {};

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
