// Memory of other processes (sycl_ext_oneapi_inter_process_communication) over the C ABI.
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"

#include <sycl/ext/oneapi/experimental/ipc_memory.hpp>
#include <sycl/usm.hpp>

inline namespace ursa_sycl {
namespace sycl {

using detail::check;
using detail::implOf;

namespace detail {
namespace {

void checkShares(const device &device) {
  if (!device.has(aspect::ext_oneapi_ipc_memory))
    fail(errc::feature_not_supported, "The device '" + implOf(device)->entry().name +
                                          "' shares no memory with other processes (aspect "
                                          "ext_oneapi_ipc_memory).");
}

} // namespace
} // namespace detail

namespace ext::oneapi::experimental::ipc::memory {

handle get(void *pointer, const context &of) {
  sycl::detail::checkShares(get_pointer_device(pointer, of));
  void *data = nullptr;
  size_t size = 0;
  check(urIPCGetMemHandleExp(implOf(of)->handle(), pointer, &data, &size),
        "Sharing memory with other processes", errc::invalid);
  return {static_cast<std::byte *>(data), size};
}

void put(handle &given, const context &of) {
  check(urIPCPutMemHandleExp(implOf(of)->handle(), given.data_), "Giving back a handle of memory",
        errc::invalid);
}

void *open(const std::byte *data, std::size_t size, const context &in, const device &on) {
  sycl::detail::checkShares(on);
  void *pointer = nullptr;
  check(urIPCOpenMemHandleExp(implOf(in)->handle(), implOf(on)->handle(),
                              const_cast<std::byte *>(data), size, &pointer),
        "Opening memory of another process", errc::invalid);
  return pointer;
}

void close(void *pointer, const context &in) {
  check(urIPCCloseMemHandleExp(implOf(in)->handle(), pointer), "Closing memory of another process",
        errc::invalid);
}

} // namespace ext::oneapi::experimental::ipc::memory
} // namespace sycl
} // namespace ursa_sycl
