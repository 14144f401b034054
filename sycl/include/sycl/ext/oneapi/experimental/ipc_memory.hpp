// Device memory of unified shared memory that other processes open
// (sycl_ext_oneapi_inter_process_communication; before, sycl_ext_oneapi_inter_process_memory):
//
//   handle = ipc::memory::get(pointer);           // in the process that owns the memory
//   pointer = ipc::memory::open(handle.data());   // in another one, which was sent these bytes
//
// For devices with aspect::ext_oneapi_ipc_memory. Functions without a context or a device use the
// default device and its platform's default context.
#pragma once

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/platform.hpp>

#include <cstddef>
#include <vector>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {
class physical_mem;
}
namespace ext::oneapi::experimental::ipc {

using handle_data_t = std::vector<std::byte>;
#ifdef __cpp_lib_span
using handle_data_view_t = std::span<const std::byte>;
#endif

class handle;
namespace physical_memory {
/// Throws errc::invalid for memory that was made without enable_ipc.
URSA_SYCL_EXPORT handle get(physical_mem &memory);
/// Gives a handle back. Who has opened the memory keeps it.
URSA_SYCL_EXPORT void put(handle &given, const context &of);
} // namespace physical_memory
namespace memory {
/// Throws errc::invalid for memory that is none of the device, and errc::feature_not_supported.
URSA_SYCL_EXPORT handle get(void *pointer, const context &of);
/// Gives a handle back, also when the memory is freed. Who has opened the memory keeps it.
URSA_SYCL_EXPORT void put(handle &given, const context &of);
} // namespace memory

/// The bytes by which other processes open memory, until memory::put. Copies are the same.
class handle {
public:
  handle_data_t data() const { return {data_, data_ + size_}; }
#ifdef __cpp_lib_span
  handle_data_view_t data_view() const { return {data_, size_}; }
#endif

private:
  friend handle memory::get(void *pointer, const context &of);
  friend void memory::put(handle &given, const context &of);
  friend handle physical_memory::get(physical_mem &memory);
  friend void physical_memory::put(handle &given, const context &of);
  handle(std::byte *data, std::size_t size) : data_(data), size_(size) {}

  std::byte *data_;
  std::size_t size_;
};

namespace memory {

/// Returns the address that the memory has in this process, until close. Throws errc::invalid for
/// bytes that are no handle's, and errc::feature_not_supported.
URSA_SYCL_EXPORT void *open(const std::byte *data, std::size_t size, const context &in,
                            const device &on);
URSA_SYCL_EXPORT void close(void *pointer, const context &in);

/// @{ For the default device, or in the default context.
inline handle get(void *pointer) {
  return get(pointer, device().get_platform().khr_get_default_context());
}
inline void put(handle &given) { put(given, device().get_platform().khr_get_default_context()); }
inline void *open(const handle_data_t &data, const context &in, const device &on) {
  return open(data.data(), data.size(), in, on);
}
inline void *open(const handle_data_t &data, const device &on) {
  return open(data, on.get_platform().khr_get_default_context(), on);
}
inline void *open(const handle_data_t &data) { return open(data, device()); }
#ifdef __cpp_lib_span
inline void *open(handle_data_view_t data, const context &in, const device &on) {
  return open(data.data(), data.size(), in, on);
}
inline void *open(handle_data_view_t data, const device &on) {
  return open(data, on.get_platform().khr_get_default_context(), on);
}
inline void *open(handle_data_view_t data) { return open(data, device()); }
#endif
inline void close(void *pointer) {
  close(pointer, device().get_platform().khr_get_default_context());
}
/// @}

} // namespace memory
} // namespace ext::oneapi::experimental::ipc

/// The names of before.
namespace ext::oneapi::experimental::ipc_memory {
using namespace ipc;
using namespace ipc::memory;
} // namespace ext::oneapi::experimental::ipc_memory

} // namespace sycl
} // namespace ursa_sycl
