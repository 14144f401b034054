// Aspects of devices, and traits that tell which ones the targets of the compiler can have
// (SYCL 2020, 4.6.4.5 and 4.6.4.6).
#pragma once

#include <type_traits>

namespace sycl {

enum class aspect : int {
  cpu,
  gpu,
  accelerator,
  custom,
  emulated,
  host_debuggable,
  fp16,
  fp64,
  atomic64,
  image,
  online_compiler,
  online_linker,
  queue_profiling,
  usm_device_allocations,
  usm_host_allocations,
  usm_atomic_host_allocations,
  usm_shared_allocations,
  usm_atomic_shared_allocations,
  usm_system_allocations
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
