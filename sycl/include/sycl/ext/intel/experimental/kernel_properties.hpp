// What DPC++ had before sycl_ext_intel_grf_size: a call in a kernel that asks for its registers. No
// effect on the devices that there are.
#pragma once

inline namespace ursa_sycl {
namespace sycl::ext::intel::experimental {

namespace kernel_properties {
enum class register_alloc_mode { large, automatic };
inline constexpr auto use_large_grf = register_alloc_mode::large;
inline constexpr auto use_auto_grf = register_alloc_mode::automatic;
} // namespace kernel_properties

template <class... Properties> void set_kernel_properties(Properties...) {}

} // namespace sycl::ext::intel::experimental
} // namespace ursa_sycl
