// Aspects of devices, and traits that tell which ones the targets of the compiler can have
// (SYCL 2020, 4.6.4.5 and 4.6.4.6).
#pragma once

#include <type_traits>

namespace sycl {

/// The numbers are those of DPC++, which the properties of device images have.
enum class aspect : int {
  cpu = 1,
  gpu = 2,
  accelerator = 3,
  custom = 4,
  fp16 = 5,
  fp64 = 6,
  image = 9,
  online_compiler = 10,
  online_linker = 11,
  queue_profiling = 12,
  usm_device_allocations = 13,
  usm_host_allocations = 14,
  usm_shared_allocations = 15,
  usm_system_allocations = 17,
  usm_atomic_host_allocations = 26,
  usm_atomic_shared_allocations = 27,
  atomic64 = 28,
  host_debuggable = 32,
  emulated = 40,
  ext_oneapi_cuda_cluster_group = 75 ///< launches with clusters (cuda::cluster_size)
};

/// True unless no device of Ursa's targets has the aspect.
template <aspect Aspect>
struct any_device_has
    : std::bool_constant<Aspect != aspect::custom && Aspect != aspect::emulated &&
                         Aspect != aspect::host_debuggable && Aspect != aspect::image> {};
/// False: for each aspect, some device of the targets lacks it.
template <aspect Aspect> struct all_devices_have : std::false_type {};

template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace sycl
