// What DPC++ tells of devices beyond SYCL (sycl_ext_intel_device_info). A device that does not know
// an answer lacks its aspect, and the query throws errc::feature_not_supported.
#pragma once

#include <sycl/device.hpp>

#include <array>
#include <cstdint>
#include <string>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
using uuid_type = std::array<unsigned char, 16>;
using luid_type = std::array<unsigned char, 8>;
} // namespace detail

/// The descriptors with the types of their answers, and the queries of UR that answer them.
#define __URSA_INTEL_DEVICE_INFOS(INFO)                                                            \
  INFO(device_id, std::uint32_t, DEVICE_ID)                                                        \
  INFO(pci_address, std::string, PCI_ADDRESS)                                                      \
  INFO(uuid, sycl::detail::uuid_type, UUID)                                                        \
  INFO(luid, sycl::detail::luid_type, LUID)                                                        \
  INFO(node_mask, std::uint32_t, NODE_MASK)                                                        \
  INFO(free_memory, std::uint64_t, GLOBAL_MEM_FREE)                                                \
  INFO(memory_clock_rate, std::uint32_t, MEMORY_CLOCK_RATE)                                        \
  INFO(memory_bus_width, std::uint32_t, MEMORY_BUS_WIDTH)                                          \
  INFO(max_mem_bandwidth, std::uint64_t, MAX_MEMORY_BANDWIDTH)                                     \
  INFO(max_compute_queue_indices, std::int32_t, MAX_COMPUTE_QUEUE_INDICES)                         \
  INFO(fan_speed, std::int32_t, FAN_SPEED)                                                         \
  INFO(min_power_limit, std::int32_t, MIN_POWER_LIMIT)                                             \
  INFO(max_power_limit, std::int32_t, MAX_POWER_LIMIT)                                             \
  INFO(gpu_eu_count, std::uint32_t, GPU_EU_COUNT)                                                  \
  INFO(gpu_eu_simd_width, std::uint32_t, GPU_EU_SIMD_WIDTH)                                        \
  INFO(gpu_slices, std::uint32_t, GPU_EU_SLICES)                                                   \
  INFO(gpu_subslices_per_slice, std::uint32_t, GPU_SUBSLICES_PER_SLICE)                            \
  INFO(gpu_eu_count_per_subslice, std::uint32_t, GPU_EU_COUNT_PER_SUBSLICE)                        \
  INFO(gpu_hw_threads_per_eu, std::uint32_t, GPU_HW_THREADS_PER_EU)

namespace ext::intel::info::device {
#define __URSA_DESCRIPTOR(NAME, TYPE, QUERY)                                                       \
  struct NAME {                                                                                    \
    using return_type = TYPE;                                                                      \
  };
__URSA_INTEL_DEVICE_INFOS(__URSA_DESCRIPTOR)
#undef __URSA_DESCRIPTOR
} // namespace ext::intel::info::device

#define __URSA_GET_INFO(NAME, TYPE, QUERY)                                                         \
  template <> URSA_SYCL_EXPORT TYPE device::get_info<ext::intel::info::device::NAME>() const;
__URSA_INTEL_DEVICE_INFOS(__URSA_GET_INFO)
#undef __URSA_GET_INFO

/// @{ DPC++'s names of before it had extensions.
namespace info::device {
using ext_intel_pci_address = ext::intel::info::device::pci_address;
using ext_intel_gpu_eu_count = ext::intel::info::device::gpu_eu_count;
using ext_intel_gpu_eu_simd_width = ext::intel::info::device::gpu_eu_simd_width;
using ext_intel_gpu_slices = ext::intel::info::device::gpu_slices;
using ext_intel_gpu_subslices_per_slice = ext::intel::info::device::gpu_subslices_per_slice;
using ext_intel_gpu_eu_count_per_subslice = ext::intel::info::device::gpu_eu_count_per_subslice;
using ext_intel_gpu_hw_threads_per_eu = ext::intel::info::device::gpu_hw_threads_per_eu;
using ext_intel_device_info_uuid = ext::intel::info::device::uuid;
using ext_intel_max_mem_bandwidth = ext::intel::info::device::max_mem_bandwidth;
} // namespace info::device
/// @}

} // namespace sycl
} // namespace ursa_sycl
