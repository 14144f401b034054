// Aspects of devices, and traits that tell which ones the targets of the compiler can have
// (SYCL 2020, 4.6.4.5 and 4.6.4.6).
#pragma once

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

/// The numbers are those of DPC++, which the properties of device images have.
enum class aspect : int {
#define __SYCL_ASPECT(name, number) name = number,
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
  // Other names of the same
  ext_oneapi_fragment = ext_oneapi_ballot_group,
  ext_oneapi_chunk = ext_oneapi_fixed_size_group,
  ext_oneapi_tangle = ext_oneapi_tangle_group
};

namespace detail {
/// Whether a device may have the aspect; no device has what this does not name.
constexpr bool mayHave(aspect asked) {
  switch (asked) {
  case aspect::cpu:
  case aspect::gpu:
  case aspect::accelerator:
  case aspect::fp16:
  case aspect::fp64:
  case aspect::image:
  case aspect::online_compiler:
  case aspect::online_linker:
  case aspect::queue_profiling:
  case aspect::usm_device_allocations:
  case aspect::usm_host_allocations:
  case aspect::usm_shared_allocations:
  case aspect::usm_system_allocations:
  case aspect::usm_atomic_host_allocations:
  case aspect::usm_atomic_shared_allocations:
  case aspect::atomic64:
  case aspect::ext_intel_pci_address:
  case aspect::ext_intel_gpu_eu_count:
  case aspect::ext_intel_gpu_eu_simd_width:
  case aspect::ext_intel_gpu_slices:
  case aspect::ext_intel_gpu_subslices_per_slice:
  case aspect::ext_intel_gpu_eu_count_per_subslice:
  case aspect::ext_intel_gpu_hw_threads_per_eu:
  case aspect::ext_intel_max_mem_bandwidth:
  case aspect::ext_intel_device_info_uuid:
  case aspect::ext_intel_free_memory:
  case aspect::ext_intel_device_id:
  case aspect::ext_intel_memory_clock_rate:
  case aspect::ext_intel_memory_bus_width:
  case aspect::ext_intel_legacy_image:
  case aspect::ext_oneapi_graph:
  case aspect::ext_oneapi_limited_graph:
  case aspect::ext_oneapi_ballot_group:
  case aspect::ext_oneapi_fixed_size_group:
  case aspect::ext_oneapi_opportunistic_group:
  case aspect::ext_oneapi_tangle_group:
  case aspect::ext_intel_matrix:
  case aspect::ext_oneapi_virtual_mem:
  case aspect::ext_oneapi_cuda_cluster_group:
  case aspect::ext_oneapi_async_memory_alloc:
  case aspect::ext_oneapi_clock_sub_group:
  case aspect::ext_oneapi_clock_work_group:
  case aspect::ext_oneapi_clock_device:
  case aspect::ext_oneapi_ipc_memory:
  case aspect::ext_oneapi_ipc_physical_memory:
    return true;
  default:
    return false;
  }
}
} // namespace detail

/// True unless no device of Ursa's targets has the aspect.
template <aspect Aspect> struct any_device_has : std::bool_constant<detail::mayHave(Aspect)> {};
/// For each aspect but those that need no support of the device, some device of the targets lacks
/// it.
template <aspect Aspect>
struct all_devices_have
    : std::bool_constant<Aspect == aspect::image || Aspect == aspect::ext_intel_legacy_image ||
                         Aspect == aspect::ext_intel_matrix ||
                         Aspect == aspect::ext_oneapi_ballot_group ||
                         Aspect == aspect::ext_oneapi_opportunistic_group ||
                         Aspect == aspect::ext_oneapi_tangle_group> {};

template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace sycl
} // namespace ursa_sycl
