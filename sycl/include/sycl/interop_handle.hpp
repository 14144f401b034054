// The class interop_handle: native objects for host tasks (SYCL 2020, 4.10.3) and native commands
// (sycl_ext_codeplay_enqueue_native_command).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/backend.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class Interop;
}

/// Valid during the call of the function that gets it. All members throw errc::invalid if Backend
/// is not the backend of the queue. The caller owns a reference to each object of OpenCL, as of
/// get_native.
class URSA_SYCL_EXPORT interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept;

  /// The queue that the function may give commands to. In a host task on CUDA it is a stream of its
  /// own, which is waited for before the host task is complete.
  template <backend Backend> backend_return_t<Backend, queue> get_native_queue() const {
    check(Backend);
    return detail::fromNativeHandle<backend_return_t<Backend, queue>>(nativeQueue());
  }
  template <backend Backend> backend_return_t<Backend, device> get_native_device() const {
    check(Backend);
    return get_native<Backend>(queueOf().get_device());
  }
  /// On CUDA, that of the queue's device, which is current while the function runs.
  template <backend Backend> backend_return_t<Backend, context> get_native_context() const {
    check(Backend);
    return detail::fromNativeHandle<backend_return_t<Backend, context>>(nativeContext());
  }

  /// Returns the address of the memory on the device; of OpenCL, a memory object that shares it.
  template <backend Backend, typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  backend_return_t<Backend, buffer<std::remove_const_t<T>, Dimensions>>
  get_native_mem(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of) const {
    check(Backend);
    static_assert(Target == target::device, "Only accessors of device memory have native objects.");
    using Native = backend_return_t<Backend, buffer<std::remove_const_t<T>, Dimensions>>;
#ifdef __SYCL_DEVICE_ONLY__
    (void)of;
    return Native();
#else
    void *const memory = of.requirement ? of.pointer() : nullptr;
    if constexpr (detail::isVector<Native>) {
      const detail::MemoryBox box = of.box();
      return {detail::fromNativeHandle<typename Native::value_type>(
          memoryObject(memory, box.whole[0] * box.whole[1] * box.whole[2] * box.elementSize))};
    } else {
      checkMemory(memory);
      return static_cast<Native>(reinterpret_cast<detail::NativeHandle>(memory));
    }
#endif
  }

  /// Whether the function adds commands to a graph.
  bool ext_codeplay_has_graph() const noexcept;
  /// The native graph that the function adds commands to. Throws errc::invalid if there is none.
  template <backend Backend>
  backend_return_t<Backend, ext::oneapi::experimental::command_graph<
                                ext::oneapi::experimental::graph_state::executable>>
  ext_codeplay_get_native_graph() const {
    check(Backend);
    return detail::fromNativeHandle<
        backend_return_t<Backend, ext::oneapi::experimental::command_graph<
                                      ext::oneapi::experimental::graph_state::executable>>>(
        nativeGraph());
  }

private:
  friend struct detail::Access;
  explicit interop_handle(std::shared_ptr<detail::Interop> impl) : impl_(std::move(impl)) {}

  void check(backend wanted) const;
  void checkMemory(const void *memory) const;
  queue queueOf() const;
  detail::NativeHandle nativeQueue() const;
  detail::NativeHandle nativeContext() const;
  detail::NativeHandle nativeGraph() const;
  /// The caller owns a reference.
  detail::NativeHandle memoryObject(void *memory, size_t bytes) const;

  std::shared_ptr<detail::Interop> impl_;
};

} // namespace sycl
} // namespace ursa_sycl
