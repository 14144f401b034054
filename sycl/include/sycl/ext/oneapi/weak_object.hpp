// References to objects that do not keep them alive (sycl_ext_oneapi_weak_object): of platforms,
// devices, contexts, queues, events, kernels, kernel bundles, graphs, buffers, accessors and
// streams.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/queue.hpp>
#include <sycl/stream.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi {
template <typename Object> class weak_object;
} // namespace ext::oneapi

namespace detail {

/// A local accessor has a number, and nothing that ends.
class LocalAccessorLife {
public:
  using weak_type = LocalAccessorLife;
  LocalAccessorLife() = default;
  explicit LocalAccessorLife(std::size_t number) : number_(number) {}
  bool owner_before(const LocalAccessorLife &other) const noexcept {
    return number_ < other.number_;
  }
  bool expired() const noexcept { return number_ == 0; }
  LocalAccessorLife lock() const noexcept { return *this; }
  void reset() noexcept { number_ = 0; }
  explicit operator bool() const noexcept { return number_ != 0; }

private:
  std::size_t number_ = 0;
};

/// @{ What lives as long as the copies of an object: a shared pointer; of a weak_object, a weak
/// one.
template <class Object> const auto &lifeOf(const Object &object) { return implOf(object); }
template <class T, int D, access_mode M> const auto &lifeOf(const host_accessor<T, D, M> &object) {
  return Access::hostAccess(object);
}
inline const std::shared_ptr<Requirement> &lifeOf(const AccessorBase &object) {
#ifdef __SYCL_DEVICE_ONLY__
  return reinterpret_cast<const std::shared_ptr<Requirement> &>(object.unused); // not called there
#else
  return object.requirement;
#endif
}
template <class T, int D, access_mode M, target W, access::placeholder P>
decltype(auto) lifeOf(const accessor<T, D, M, W, P> &object) {
  if constexpr (std::is_base_of_v<AccessorBase, accessor<T, D, M, W, P>>)
    return lifeOf(static_cast<const AccessorBase &>(object));
  else if constexpr (std::is_base_of_v<LocalAccessorBase, accessor<T, D, M, W, P>>)
    return lifeOf(static_cast<const local_accessor<T, D> &>(object));
  else
    return lifeOf(static_cast<const host_accessor<T, D, M> &>(object));
}
template <class T, int D> LocalAccessorLife lifeOf(const local_accessor<T, D> &object) {
  return LocalAccessorLife(object.number);
}
inline const std::shared_ptr<Requirement> &lifeOf(const stream &object) {
  return lifeOf(static_cast<const AccessorBase &>(Access::streamMemory(object)));
}
template <class Object> const auto &lifeOf(const ext::oneapi::weak_object<Object> &object) {
  return Access::impl(object);
}
/// @}

template <class A, class B> bool OwnerOrder::isBefore(const A &a, const B &b) noexcept {
  return lifeOf(a).owner_before(lifeOf(b));
}

} // namespace detail

namespace ext::oneapi {

template <typename Object> class weak_object {
  using Shared = std::decay_t<decltype(sycl::detail::lifeOf(std::declval<const Object &>()))>;
  using Weak = typename Shared::weak_type;

public:
  using object_type = Object;

  constexpr weak_object() noexcept = default;
  weak_object(const Object &object) : impl_(sycl::detail::lifeOf(object)), shell_(object) {
    setImpl(*shell_, Shared());
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
    return sycl::detail::OwnerOrder::isBefore(*this, other);
  }
  bool owner_before(const Object &other) const noexcept {
    return sycl::detail::OwnerOrder::isBefore(*this, other);
  }
  /// @}

private:
  friend struct sycl::detail::Access;
  static void setImpl([[maybe_unused]] Object &object, [[maybe_unused]] Shared impl) {
    if constexpr (!std::is_same_v<Shared, sycl::detail::LocalAccessorLife>)
      const_cast<Shared &>(sycl::detail::lifeOf(object)) = std::move(impl);
  }

  Weak impl_;
  std::optional<Object> shell_; ///< what the object has beside its state
};

/// Compares objects and references to them.
template <typename Object> struct owner_less {
  bool operator()(const Object &a, const Object &b) const noexcept {
    return sycl::detail::OwnerOrder::isBefore(a, b);
  }
  bool operator()(const Object &a, const weak_object<Object> &b) const noexcept {
    return sycl::detail::OwnerOrder::isBefore(a, b);
  }
  bool operator()(const weak_object<Object> &a, const Object &b) const noexcept {
    return sycl::detail::OwnerOrder::isBefore(a, b);
  }
  bool operator()(const weak_object<Object> &a, const weak_object<Object> &b) const noexcept {
    return sycl::detail::OwnerOrder::isBefore(a, b);
  }
};
template <typename Object> struct owner_less<weak_object<Object>> : owner_less<Object> {};

} // namespace ext::oneapi
} // namespace sycl
} // namespace ursa_sycl
