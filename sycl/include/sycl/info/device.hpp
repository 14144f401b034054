// Information descriptors of devices and their enumerations (SYCL 2020, 4.6.4.4 and 4.6.4.7).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

class device;
class kernel_id;
class platform;

namespace info {

enum class device_type : int {
  cpu,
  gpu,
  accelerator,
  custom,
  automatic,
  host, ///< deprecated in SYCL 2020; no device has it
  all
};
enum class partition_property : int {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
  ext_intel_partition_by_cslice ///< no device has it
};
enum class partition_affinity_domain : int {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class local_mem_type : int { none, local, global };
enum class fp_config : int {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class global_mem_cache_type : int { none, read_only, read_write };
/// Deprecated in SYCL 2020.
enum class execution_capability : int { exec_kernel, exec_native_kernel };

/// All descriptors but max_work_item_sizes and built_in_kernel_ids, with their return types.
#define URSA_SYCL_DEVICE_INFOS(INFO)                                                               \
  INFO(device_type, info::device_type)                                                             \
  INFO(vendor_id, std::uint32_t)                                                                   \
  INFO(max_compute_units, std::uint32_t)                                                           \
  INFO(max_work_item_dimensions, std::uint32_t)                                                    \
  INFO(max_work_group_size, std::size_t)                                                           \
  INFO(max_num_sub_groups, std::uint32_t)                                                          \
  INFO(sub_group_sizes, std::vector<std::size_t>)                                                  \
  INFO(sub_group_independent_forward_progress, bool)                                               \
  INFO(usm_device_allocations, bool)                                                               \
  INFO(usm_host_allocations, bool)                                                                 \
  INFO(usm_shared_allocations, bool)                                                               \
  INFO(usm_restricted_shared_allocations, bool)                                                    \
  INFO(usm_system_allocations, bool)                                                               \
  INFO(preferred_vector_width_char, std::uint32_t)                                                 \
  INFO(preferred_vector_width_short, std::uint32_t)                                                \
  INFO(preferred_vector_width_int, std::uint32_t)                                                  \
  INFO(preferred_vector_width_long, std::uint32_t)                                                 \
  INFO(preferred_vector_width_long_long, std::uint32_t)                                            \
  INFO(preferred_vector_width_float, std::uint32_t)                                                \
  INFO(preferred_vector_width_double, std::uint32_t)                                               \
  INFO(preferred_vector_width_half, std::uint32_t)                                                 \
  INFO(native_vector_width_char, std::uint32_t)                                                    \
  INFO(native_vector_width_short, std::uint32_t)                                                   \
  INFO(native_vector_width_int, std::uint32_t)                                                     \
  INFO(native_vector_width_long, std::uint32_t)                                                    \
  INFO(native_vector_width_long_long, std::uint32_t)                                               \
  INFO(native_vector_width_float, std::uint32_t)                                                   \
  INFO(native_vector_width_double, std::uint32_t)                                                  \
  INFO(native_vector_width_half, std::uint32_t)                                                    \
  INFO(max_clock_frequency, std::uint32_t)                                                         \
  INFO(address_bits, std::uint32_t)                                                                \
  INFO(max_mem_alloc_size, std::uint64_t)                                                          \
  INFO(image_support, bool)                                                                        \
  INFO(max_read_image_args, std::uint32_t)                                                         \
  INFO(max_write_image_args, std::uint32_t)                                                        \
  INFO(image2d_max_width, std::size_t)                                                             \
  INFO(image2d_max_height, std::size_t)                                                            \
  INFO(image3d_max_width, std::size_t)                                                             \
  INFO(image3d_max_height, std::size_t)                                                            \
  INFO(image3d_max_depth, std::size_t)                                                             \
  INFO(image_max_buffer_size, std::size_t)                                                         \
  INFO(max_samplers, std::uint32_t)                                                                \
  INFO(max_parameter_size, std::size_t)                                                            \
  INFO(mem_base_addr_align, std::uint32_t)                                                         \
  INFO(half_fp_config, std::vector<info::fp_config>)                                               \
  INFO(single_fp_config, std::vector<info::fp_config>)                                             \
  INFO(double_fp_config, std::vector<info::fp_config>)                                             \
  INFO(global_mem_cache_type, info::global_mem_cache_type)                                         \
  INFO(global_mem_cache_line_size, std::uint32_t)                                                  \
  INFO(global_mem_cache_size, std::uint64_t)                                                       \
  INFO(global_mem_size, std::uint64_t)                                                             \
  INFO(max_constant_buffer_size, std::uint64_t)                                                    \
  INFO(max_constant_args, std::uint32_t)                                                           \
  INFO(local_mem_type, info::local_mem_type)                                                       \
  INFO(local_mem_size, std::uint64_t)                                                              \
  INFO(error_correction_support, bool)                                                             \
  INFO(host_unified_memory, bool)                                                                  \
  INFO(atomic_memory_order_capabilities, std::vector<memory_order>)                                \
  INFO(atomic_fence_order_capabilities, std::vector<memory_order>)                                 \
  INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>)                                \
  INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>)                                 \
  INFO(profiling_timer_resolution, std::size_t)                                                    \
  INFO(is_endian_little, bool)                                                                     \
  INFO(is_available, bool)                                                                         \
  INFO(is_compiler_available, bool)                                                                \
  INFO(is_linker_available, bool)                                                                  \
  INFO(execution_capabilities, std::vector<info::execution_capability>)                            \
  INFO(queue_profiling, bool)                                                                      \
  INFO(built_in_kernels, std::vector<std::string>)                                                 \
  INFO(platform, sycl::platform)                                                                   \
  INFO(name, std::string)                                                                          \
  INFO(vendor, std::string)                                                                        \
  INFO(driver_version, std::string)                                                                \
  INFO(profile, std::string)                                                                       \
  INFO(version, std::string)                                                                       \
  INFO(backend_version, std::string)                                                               \
  INFO(aspects, std::vector<aspect>)                                                               \
  INFO(extensions, std::vector<std::string>)                                                       \
  INFO(printf_buffer_size, std::size_t)                                                            \
  INFO(preferred_interop_user_sync, bool)                                                          \
  INFO(parent_device, sycl::device)                                                                \
  INFO(partition_max_sub_devices, std::uint32_t)                                                   \
  INFO(partition_properties, std::vector<info::partition_property>)                                \
  INFO(partition_affinity_domains, std::vector<info::partition_affinity_domain>)                   \
  INFO(partition_type_property, info::partition_property)                                          \
  INFO(partition_type_affinity_domain, info::partition_affinity_domain)

namespace device {

#define URSA_SYCL_DESCRIPTOR(NAME, TYPE)                                                           \
  struct NAME {                                                                                    \
    using return_type = TYPE;                                                                      \
  };
URSA_SYCL_DEVICE_INFOS(URSA_SYCL_DESCRIPTOR)
URSA_SYCL_DESCRIPTOR(reference_count, std::uint32_t)
#undef URSA_SYCL_DESCRIPTOR

template <int Dimensions = 3> struct max_work_item_sizes {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "A range has 1, 2 or 3 dimensions.");
  using return_type = range<Dimensions>;
};
struct built_in_kernel_ids {
  using return_type = std::vector<kernel_id>;
};

} // namespace device
} // namespace info
} // namespace sycl
} // namespace ursa_sycl
