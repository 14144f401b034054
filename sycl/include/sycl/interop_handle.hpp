// The class interop_handle: native objects for host tasks (SYCL 2020, 4.10.3).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/backend.hpp>
#include <sycl/queue.hpp>

namespace sycl {

/// Valid during the call of its host task. All members throw errc::invalid if Backend is not the
/// backend of the queue.
class URSA_SYCL_EXPORT interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept;

  template <backend Backend> backend_return_t<Backend, queue> get_native_queue() const {
    check(Backend);
    return get_native<Backend>(queueOf());
  }
  template <backend Backend> backend_return_t<Backend, device> get_native_device() const {
    check(Backend);
    return get_native<Backend>(queueOf().get_device());
  }
  template <backend Backend> backend_return_t<Backend, context> get_native_context() const {
    check(Backend);
    return get_native<Backend>(queueOf().get_context());
  }

  /// Returns the address of the memory on the device. Backends whose buffers are objects throw
  /// errc::feature_not_supported: the memory is USM.
  template <backend Backend, typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  backend_return_t<Backend, buffer<std::remove_const_t<T>, Dimensions>>
  get_native_mem(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of) const {
    check(Backend);
    static_assert(Target == target::device, "Only accessors of device memory have native objects.");
    using Native = backend_return_t<Backend, buffer<std::remove_const_t<T>, Dimensions>>;
    if constexpr (std::is_same_v<Native, detail::NativeHandle>) {
#ifdef __SYCL_DEVICE_ONLY__
      (void)of;
      return 0;
#else
      return reinterpret_cast<detail::NativeHandle>(of.pointer());
#endif
    } else {
      (void)of;
      throw exception(make_error_code(errc::feature_not_supported),
                      "The memory of a buffer is USM and has no memory object of the backend.");
    }
  }

private:
  friend struct detail::Access;
  explicit interop_handle(std::shared_ptr<detail::QueueImpl> impl) : impl_(std::move(impl)) {}

  void check(backend wanted) const;
  queue queueOf() const;

  std::shared_ptr<detail::QueueImpl> impl_;
};

} // namespace sycl
