// The class interop_handle: native objects for host tasks (SYCL 2020, 4.10.3).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/backend.hpp>
#include <sycl/queue.hpp>

namespace sycl {

/// Valid during the call of its host task. All members throw errc::invalid if Backend is not the
/// backend of the queue. The caller owns a reference to each object of OpenCL, as of get_native.
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

  /// Returns the address of the memory on the device; of OpenCL, a memory object that shares it.
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
#ifdef __SYCL_DEVICE_ONLY__
      (void)of;
      return {};
#else
      const detail::MemoryBox box = of.box();
      return {detail::fromNativeHandle<typename Native::value_type>(
          memoryObject(of.requirement ? of.pointer() : nullptr,
                       box.whole[0] * box.whole[1] * box.whole[2] * box.elementSize))};
#endif
    }
  }

private:
  friend struct detail::Access;
  explicit interop_handle(std::shared_ptr<detail::QueueImpl> impl) : impl_(std::move(impl)) {}

  void check(backend wanted) const;
  queue queueOf() const;
  /// The caller owns a reference.
  detail::NativeHandle memoryObject(void *memory, size_t bytes) const;

  std::shared_ptr<detail::QueueImpl> impl_;
};

} // namespace sycl
