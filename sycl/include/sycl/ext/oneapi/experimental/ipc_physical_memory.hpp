// Physical memory that other processes open (sycl_ext_oneapi_inter_process_communication), made
// with the property enable_ipc. For devices with aspect::ext_oneapi_ipc_physical_memory. Functions
// without a context or a device use the default device and its platform's default context.
#pragma once

#include <sycl/ext/oneapi/experimental/ipc_memory.hpp>
#include <sycl/ext/oneapi/virtual_mem/physical_mem.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental::ipc::physical_memory {

/// Returns the memory in this process, which keeps it. Throws errc::invalid for bytes that are no
/// handle's, and errc::feature_not_supported.
URSA_SYCL_EXPORT physical_mem open(const std::byte *data, std::size_t size, const context &in,
                                   const device &on);

/// @{ For the default device, or in the default context.
inline void put(handle &given) { put(given, device().get_platform().khr_get_default_context()); }
inline physical_mem open(const handle_data_t &data, const context &in, const device &on) {
  return open(data.data(), data.size(), in, on);
}
inline physical_mem open(const handle_data_t &data, const device &on) {
  return open(data, on.get_platform().khr_get_default_context(), on);
}
inline physical_mem open(const handle_data_t &data) { return open(data, device()); }
#ifdef __cpp_lib_span
inline physical_mem open(handle_data_view_t data, const context &in, const device &on) {
  return open(data.data(), data.size(), in, on);
}
inline physical_mem open(handle_data_view_t data, const device &on) {
  return open(data, on.get_platform().khr_get_default_context(), on);
}
inline physical_mem open(handle_data_view_t data) { return open(data, device()); }
#endif
/// @}

} // namespace ext::oneapi::experimental::ipc::physical_memory
} // namespace sycl
} // namespace ursa_sycl
