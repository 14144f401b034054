// The architecture of a device (sycl_ext_oneapi_device_architecture).
#include "sycl/api/platform_impl.h"

#include <sycl/ext/oneapi/experimental/device_architecture.hpp>

#include <cstdlib>

inline namespace ursa_sycl {
namespace sycl {

template <>
ext::oneapi::experimental::architecture
device::get_info<ext::oneapi::experimental::info::device::architecture>() const {
  using ext::oneapi::experimental::architecture;
  if (get_backend() == backend::ext_oneapi_cuda) { // the version is the compute capability
    const std::string version = impl_->text(UR_DEVICE_INFO_VERSION);
    char *point = nullptr;
    const unsigned long major = std::strtoul(version.c_str(), &point, 10);
    const unsigned long minor = *point == '.' ? std::strtoul(point + 1, nullptr, 10) : 0;
    return architecture{ext::oneapi::experimental::detail::kNvidiaGpu + major * 10 + minor};
  }
#ifdef __x86_64__
  if (is_cpu())
    return architecture::x86_64;
#endif
  return architecture::unknown;
}

} // namespace sycl
} // namespace ursa_sycl
