// The enumeration of backends and their macros (SYCL 2020, 4.1).
#pragma once

#include <sycl/detail/defines.hpp>

#include <iosfwd>

inline namespace ursa_sycl {
namespace sycl {

/// Values without a macro are backends that Ursa's adapters do not have; adapters of other
/// projects may.
enum class backend : char {
  host,
  opencl,
  level_zero,
  cuda,
  hip,
  ext_ursa_host,   ///< the CPU, through Ursa's own compiler
  ext_ursa_vulkan, ///< Vulkan 1.2 and later
  ext_ursa_other,  ///< an adapter that does not name its backend
  // DPC++'s names
  ext_oneapi_level_zero = level_zero,
  ext_oneapi_cuda = cuda,
  ext_oneapi_hip = hip
};

namespace detail {
/// Throws errc::backend_mismatch unless the backend is @p wanted.
URSA_SYCL_EXPORT void requireBackend(backend found, backend wanted);
} // namespace detail

/// Writes the name of the enumerator: "opencl".
URSA_SYCL_EXPORT std::ostream &operator<<(std::ostream &stream, backend written);

} // namespace sycl
} // namespace ursa_sycl
