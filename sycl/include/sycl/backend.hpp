// Interoperation with the objects of backends (SYCL 2020, 4.5.1).
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/backend_enum.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {

/// Types of the backend's objects, errc and category of its errors. Specialized for the backends
/// that have macros.
template <backend Backend> class backend_traits;

template <backend Backend, class Object>
using backend_input_t = typename backend_traits<Backend>::template input_type<Object>;
template <backend Backend, class Object>
using backend_return_t = typename backend_traits<Backend>::template return_type<Object>;
template <backend Backend> using errc_for = typename backend_traits<Backend>::errc;

/// The category of the backend's own error codes.
template <backend Backend> const std::error_category &error_category_for() noexcept {
  return backend_traits<Backend>::category();
}

/// Whether programs can use the backend.
template <backend Backend>
struct is_backend_active
    : std::bool_constant<Backend == backend::opencl || Backend == backend::cuda ||
                         Backend == backend::ext_ursa_host || Backend == backend::ext_ursa_vulkan> {
};

namespace detail {

/// A backend's object as the C ABI passes it.
using NativeHandle = std::uintptr_t;

template <class Native> NativeHandle toNativeHandle(Native native) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<NativeHandle>(native);
  else
    return static_cast<NativeHandle>(native);
}
template <class Native> Native fromNativeHandle(NativeHandle handle) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<Native>(handle);
  else
    return static_cast<Native>(handle);
}

/// The types of an object in both directions.
template <class Input, class Return = Input> struct NativePair {
  using input_type = Input;
  using return_type = Return;
};

/// @{ The caller owns a reference to an object of OpenCL. Throws errc::backend_mismatch.
URSA_SYCL_EXPORT NativeHandle nativeHandle(const platform &object, backend wanted);
URSA_SYCL_EXPORT NativeHandle nativeHandle(const device &object, backend wanted);
URSA_SYCL_EXPORT NativeHandle nativeHandle(const context &object, backend wanted);
URSA_SYCL_EXPORT NativeHandle nativeHandle(const queue &object, backend wanted);
URSA_SYCL_EXPORT NativeHandle nativeHandle(const kernel &object, backend wanted);
URSA_SYCL_EXPORT std::vector<NativeHandle> nativeHandles(const event &object, backend wanted);
URSA_SYCL_EXPORT std::vector<NativeHandle> nativeHandles(const AnyKernelBundle &object,
                                                         backend wanted);
URSA_SYCL_EXPORT std::vector<NativeHandle> nativeBuffers(const std::shared_ptr<BufferImpl> &buffer,
                                                         size_t offset, size_t bytes,
                                                         backend wanted);
/// @}
template <typename T, int Dimensions, typename AllocatorT>
std::vector<NativeHandle> nativeHandles(const buffer<T, Dimensions, AllocatorT> &object,
                                        backend wanted) {
  return nativeBuffers(implOf(object), Access::offset(object), object.byte_size(), wanted);
}
/// The devices of a platform that the backend has no object for.
inline std::vector<NativeHandle> nativeHandles(const platform &object, backend wanted) {
  std::vector<NativeHandle> all;
  for (const device &each : object.get_devices())
    all.push_back(nativeHandle(each, wanted));
  return all;
}

/// @{ The first one of an object that may have several or none; 0 for none.
inline NativeHandle firstOf(const std::vector<NativeHandle> &all) {
  return all.empty() ? 0 : all.front();
}
inline NativeHandle nativeHandle(const event &object, backend wanted) {
  return firstOf(nativeHandles(object, wanted));
}
template <typename T, int Dimensions, typename AllocatorT>
NativeHandle nativeHandle(const buffer<T, Dimensions, AllocatorT> &object, backend wanted) {
  return firstOf(nativeHandles(object, wanted));
}
/// @}

/// @{ The objects add references of their own.
URSA_SYCL_EXPORT platform makePlatform(NativeHandle native, backend of);
/// The platform of these devices. Throws errc::invalid for none, or for those of several platforms.
URSA_SYCL_EXPORT platform makePlatform(const std::vector<NativeHandle> &devices, backend of);
URSA_SYCL_EXPORT device makeDevice(NativeHandle native, backend of);
URSA_SYCL_EXPORT context makeContext(NativeHandle native, backend of, async_handler handler);
URSA_SYCL_EXPORT queue makeQueue(NativeHandle native, backend of, const context &context,
                                 async_handler handler);
URSA_SYCL_EXPORT kernel makeKernel(NativeHandle native, backend of, const context &context);
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl>
makeKernelBundle(NativeHandle native, backend of, const context &context, bundle_state state);
/// Of several programs, for some of their devices.
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl>
makeKernelBundle(const std::vector<NativeHandle> &natives, backend of, const context &context,
                 const std::vector<device> &devices, bundle_state state);
URSA_SYCL_EXPORT event makeEvent(const std::vector<NativeHandle> &natives, backend of,
                                 const context &context);
/// @param bytes [out] size of the memory object
URSA_SYCL_EXPORT std::shared_ptr<BufferImpl> makeBuffer(NativeHandle native, backend of,
                                                        const context &context,
                                                        const event &available, size_t &bytes);
/// @}

template <class> inline constexpr bool isVector = false;
template <class T> inline constexpr bool isVector<std::vector<T>> = true;

template <class Native> std::vector<NativeHandle> toNativeHandles(const Native &native) {
  std::vector<NativeHandle> all;
  if constexpr (isVector<Native>)
    for (const auto &each : native)
      all.push_back(toNativeHandle(each));
  else
    all.push_back(toNativeHandle(native));
  return all;
}

} // namespace detail

/// Of a buffer: memory objects that share the memory of each device of the backend that a command
/// used the buffer on; of CUDA, the address on the first such device, 0 if there is none. Blocks
/// until no command uses it. If it is one device, later commands see what is written to the object
/// before they are enqueued.
template <backend Backend, class Object>
backend_return_t<Backend, Object> get_native(const Object &object) {
  using Native = backend_return_t<Backend, Object>;
  if constexpr (detail::isVector<Native>) {
    Native all;
    for (const detail::NativeHandle each : detail::nativeHandles(object, Backend))
      all.push_back(detail::fromNativeHandle<typename Native::value_type>(each));
    return all;
  } else {
    return detail::fromNativeHandle<Native>(detail::nativeHandle(object, Backend));
  }
}

template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &native) {
  if constexpr (detail::isVector<backend_input_t<Backend, platform>>)
    return detail::makePlatform(detail::toNativeHandles(native), Backend);
  else
    return detail::makePlatform(detail::toNativeHandle(native), Backend);
}
template <backend Backend> device make_device(const backend_input_t<Backend, device> &native) {
  return detail::makeDevice(detail::toNativeHandle(native), Backend);
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &native,
                     const async_handler handler = {}) {
  return detail::makeContext(detail::toNativeHandle(native), Backend, handler);
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &native, const context &context,
                 const async_handler handler = {}) {
  return detail::makeQueue(detail::toNativeHandle(native), Backend, context, handler);
}
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &native, const context &context) {
  return detail::makeEvent(detail::toNativeHandles(native), Backend, context);
}

/// A kernel with a program of the backend. handler::set_arg sets its arguments.
template <backend Backend>
kernel make_kernel(const backend_input_t<Backend, kernel> &native, const context &context) {
  return detail::makeKernel(detail::toNativeHandle(native), Backend, context);
}
/// A bundle of a program of the backend, which has no kernel ids. Throws errc::invalid unless the
/// program is built and the state is executable.
template <backend Backend, bundle_state State>
kernel_bundle<State>
make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &native,
                   const context &context) {
  return detail::Access::make<kernel_bundle<State>>(
      detail::makeKernelBundle(detail::toNativeHandle(native), Backend, context, State));
}

/// A buffer with the contents of a memory object, which are copied when the event is complete; the
/// call blocks. The end of the buffer copies what commands wrote back to the object, which it keeps
/// alive.
template <backend Backend, typename T, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, AllocatorT>
make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, AllocatorT>> &native,
            const context &context, event available = {}) {
  static_assert(Dimensions == 1, "A memory object becomes a buffer of one dimension.");
  size_t bytes = 0;
  auto impl =
      detail::makeBuffer(detail::toNativeHandle(native), Backend, context, available, bytes);
  return detail::Access::makeBuffer<buffer<T, Dimensions, AllocatorT>>(
      std::move(impl), range<1>(bytes / sizeof(T)), 0, false, property_list());
}

// ---- Ursa's own backends: handles as urXGetNativeHandle returns them

namespace detail {

class UrsaBackendTraits {
public:
  template <class> using input_type = NativeHandle;
  template <class Object>
  using return_type = std::conditional_t<std::is_base_of_v<AnyKernelBundle, Object> ||
                                             std::is_same_v<Object, event>,
                                         std::vector<NativeHandle>, NativeHandle>;
  using errc = sycl::errc;
  static const std::error_category &category() noexcept { return sycl_category(); }
};

} // namespace detail

template <> class backend_traits<backend::ext_ursa_host> : public detail::UrsaBackendTraits {};
template <> class backend_traits<backend::ext_ursa_vulkan> : public detail::UrsaBackendTraits {};

} // namespace sycl
} // namespace ursa_sycl
