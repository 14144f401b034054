// get_info of devices: urDeviceGetInfo's answers in SYCL's terms.
#include "sycl/api/device_info.h"

#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"
#include "sycl/api/texts.h"

#include <sycl/device.hpp>
#include <sycl/khr/max_work_group_queries.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

constexpr std::array kDomains{
    std::pair{info::partition_affinity_domain::numa, UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA},
    std::pair{info::partition_affinity_domain::L4_cache, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L4_CACHE},
    std::pair{info::partition_affinity_domain::L3_cache, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE},
    std::pair{info::partition_affinity_domain::L2_cache, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE},
    std::pair{info::partition_affinity_domain::L1_cache, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L1_CACHE},
    std::pair{info::partition_affinity_domain::next_partitionable,
              UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE}};

template <class Value, class Flag, size_t Count>
std::vector<Value> valuesOf(uint32_t flags, const std::array<std::pair<Value, Flag>, Count> &all) {
  std::vector<Value> values;
  for (const auto &[value, flag] : all)
    if (flags & flag)
      values.push_back(value);
  return values;
}

// The number of parts that a partition by the domain has.
uint32_t partsOf(const DeviceImpl &device, ur_device_affinity_domain_flags_t domain) {
  ur_device_partition_property_t part{UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, {}};
  part.value.affinity_domain = domain;
  const ur_device_partition_properties_t properties{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                    nullptr, &part, 1};
  uint32_t count = 0;
  return urDevicePartition(device.handle(), &properties, 0, nullptr, &count) == UR_RESULT_SUCCESS
             ? count
             : 0;
}

// The first part of the partition that made a sub-device; of type 0 for a root device.
ur_device_partition_property_t partitionOf(const DeviceImpl &device) {
  const auto parts = device.list<ur_device_partition_property_t>(UR_DEVICE_INFO_PARTITION_TYPE);
  return parts.empty() ? ur_device_partition_property_t{} : parts.front();
}

void requireOpenCl(const DeviceImpl &device, const char *descriptor) {
  if (device.platform().backend() != backend::opencl)
    fail(errc::invalid, "info::device::" + std::string(descriptor) + " is for OpenCL devices; '" +
                            device.entry().name + "' is of the backend " +
                            std::string(name(device.platform().backend())) + ".");
}

} // namespace

ur_device_affinity_domain_flags_t toFlag(info::partition_affinity_domain domain) {
  for (const auto &[value, flag] : kDomains)
    if (value == domain)
      return flag;
  return 0;
}

std::vector<info::fp_config> fpConfig(ur_device_fp_capability_flags_t flags) {
  using config = info::fp_config;
  static constexpr std::array kAll{
      std::pair{config::denorm, UR_DEVICE_FP_CAPABILITY_FLAG_DENORM},
      std::pair{config::inf_nan, UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN},
      std::pair{config::round_to_nearest, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST},
      std::pair{config::round_to_zero, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_ZERO},
      std::pair{config::round_to_inf, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_INF},
      std::pair{config::fma, UR_DEVICE_FP_CAPABILITY_FLAG_FMA},
      std::pair{config::correctly_rounded_divide_sqrt,
                UR_DEVICE_FP_CAPABILITY_FLAG_CORRECTLY_ROUNDED_DIVIDE_SQRT},
      std::pair{config::soft_float, UR_DEVICE_FP_CAPABILITY_FLAG_SOFT_FLOAT}};
  return valuesOf(flags, kAll);
}

std::vector<memory_order> memoryOrders(ur_memory_order_capability_flags_t flags) {
  static constexpr std::array kAll{
      std::pair{memory_order::relaxed, UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED},
      std::pair{memory_order::acquire, UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE},
      std::pair{memory_order::release, UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE},
      std::pair{memory_order::acq_rel, UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL},
      std::pair{memory_order::seq_cst, UR_MEMORY_ORDER_CAPABILITY_FLAG_SEQ_CST}};
  return valuesOf(flags, kAll);
}

std::vector<memory_scope> memoryScopes(ur_memory_scope_capability_flags_t flags, bool ofFences) {
  static constexpr std::array kAll{
      std::pair{memory_scope::work_item, UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM},
      std::pair{memory_scope::sub_group, UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP},
      std::pair{memory_scope::work_group, UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP},
      std::pair{memory_scope::device, UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE},
      std::pair{memory_scope::system, UR_MEMORY_SCOPE_CAPABILITY_FLAG_SYSTEM}};
  if (!ofFences)
    flags &= ~static_cast<uint32_t>(UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM);
  return valuesOf(flags, kAll);
}

} // namespace detail

namespace dev = info::device;

template <> size_t device::get_info<dev::max_work_group_size>() const {
  return std::min(impl_->value<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE),
                  detail::kMaximumWorkGroupSize);
}

// Answers that both sides have in the same type and unit.
#define URSA_VALUE(NAME, QUERY)                                                                    \
  template <> dev::NAME::return_type device::get_info<dev::NAME>() const {                         \
    using Type = dev::NAME::return_type;                                                           \
    using Given = std::conditional_t<std::is_same_v<Type, bool>, ur_bool_t, Type>;                 \
    return static_cast<Type>(impl_->value<Given>(UR_DEVICE_INFO_##QUERY));                         \
  }
URSA_VALUE(vendor_id, VENDOR_ID)
URSA_VALUE(max_work_item_dimensions, MAX_WORK_ITEM_DIMENSIONS)
URSA_VALUE(preferred_vector_width_char, PREFERRED_VECTOR_WIDTH_CHAR)
URSA_VALUE(preferred_vector_width_short, PREFERRED_VECTOR_WIDTH_SHORT)
URSA_VALUE(preferred_vector_width_int, PREFERRED_VECTOR_WIDTH_INT)
URSA_VALUE(preferred_vector_width_long, PREFERRED_VECTOR_WIDTH_LONG)
URSA_VALUE(preferred_vector_width_long_long, PREFERRED_VECTOR_WIDTH_LONG_LONG)
URSA_VALUE(preferred_vector_width_float, PREFERRED_VECTOR_WIDTH_FLOAT)
URSA_VALUE(native_vector_width_char, NATIVE_VECTOR_WIDTH_CHAR)
URSA_VALUE(native_vector_width_short, NATIVE_VECTOR_WIDTH_SHORT)
URSA_VALUE(native_vector_width_int, NATIVE_VECTOR_WIDTH_INT)
URSA_VALUE(native_vector_width_long, NATIVE_VECTOR_WIDTH_LONG)
URSA_VALUE(native_vector_width_long_long, NATIVE_VECTOR_WIDTH_LONG_LONG)
URSA_VALUE(native_vector_width_float, NATIVE_VECTOR_WIDTH_FLOAT)
URSA_VALUE(max_clock_frequency, MAX_CLOCK_FREQUENCY)
URSA_VALUE(address_bits, ADDRESS_BITS)
URSA_VALUE(max_mem_alloc_size, MAX_MEM_ALLOC_SIZE)
URSA_VALUE(max_parameter_size, MAX_PARAMETER_SIZE)
URSA_VALUE(mem_base_addr_align, MEM_BASE_ADDR_ALIGN)
URSA_VALUE(global_mem_cache_line_size, GLOBAL_MEM_CACHELINE_SIZE)
URSA_VALUE(global_mem_cache_size, GLOBAL_MEM_CACHE_SIZE)
URSA_VALUE(global_mem_size, GLOBAL_MEM_SIZE)
URSA_VALUE(max_constant_buffer_size, MAX_CONSTANT_BUFFER_SIZE)
URSA_VALUE(max_constant_args, MAX_CONSTANT_ARGS)
URSA_VALUE(local_mem_size, LOCAL_MEM_SIZE)
URSA_VALUE(error_correction_support, ERROR_CORRECTION_SUPPORT)
URSA_VALUE(host_unified_memory, HOST_UNIFIED_MEMORY)
URSA_VALUE(profiling_timer_resolution, PROFILING_TIMER_RESOLUTION)
URSA_VALUE(is_endian_little, ENDIAN_LITTLE)
URSA_VALUE(is_available, AVAILABLE)
URSA_VALUE(printf_buffer_size, PRINTF_BUFFER_SIZE)
URSA_VALUE(sub_group_independent_forward_progress, SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)
URSA_VALUE(partition_max_sub_devices, PARTITION_MAX_SUB_DEVICES)
#undef URSA_VALUE

// Images are memory like that of buffers, so that these are not limits of devices: a coordinate of
// float has eight bits for the place within a pixel.
#define URSA_OF_IMAGES(NAME, VALUE)                                                                \
  template <> dev::NAME::return_type device::get_info<dev::NAME>() const { return VALUE; }
URSA_OF_IMAGES(max_read_image_args, 128)
URSA_OF_IMAGES(max_write_image_args, 128)
URSA_OF_IMAGES(max_samplers, 128)
URSA_OF_IMAGES(image2d_max_width, 65536)
URSA_OF_IMAGES(image2d_max_height, 65536)
URSA_OF_IMAGES(image3d_max_width, 65536)
URSA_OF_IMAGES(image3d_max_height, 65536)
URSA_OF_IMAGES(image3d_max_depth, 65536)
URSA_OF_IMAGES(image_max_buffer_size, 134217728)
#undef URSA_OF_IMAGES

#define URSA_TEXT(NAME, QUERY)                                                                     \
  template <> std::string device::get_info<dev::NAME>() const {                                    \
    return impl_->text(UR_DEVICE_INFO_##QUERY);                                                    \
  }
URSA_TEXT(name, NAME)
URSA_TEXT(vendor, VENDOR)
URSA_TEXT(driver_version, DRIVER_VERSION)
URSA_TEXT(version, VERSION)
URSA_TEXT(backend_version, BACKEND_RUNTIME_VERSION)
#undef URSA_TEXT

#define URSA_ASPECT(NAME, ASPECT)                                                                  \
  template <> bool device::get_info<dev::NAME>() const { return has(aspect::ASPECT); }
URSA_ASPECT(image_support, image)
URSA_ASPECT(is_compiler_available, online_compiler)
URSA_ASPECT(is_linker_available, online_linker)
URSA_ASPECT(queue_profiling, queue_profiling)
URSA_ASPECT(usm_device_allocations, usm_device_allocations)
URSA_ASPECT(usm_host_allocations, usm_host_allocations)
URSA_ASPECT(usm_shared_allocations, usm_shared_allocations)
URSA_ASPECT(usm_restricted_shared_allocations, usm_shared_allocations)
URSA_ASPECT(usm_system_allocations, usm_system_allocations)
#undef URSA_ASPECT

// 0 where the device lacks the type.
#define URSA_WIDTH(NAME, ASPECT, QUERY)                                                            \
  template <> std::uint32_t device::get_info<dev::NAME>() const {                                  \
    return has(aspect::ASPECT) ? impl_->value<uint32_t>(UR_DEVICE_INFO_##QUERY) : 0;               \
  }
URSA_WIDTH(preferred_vector_width_double, fp64, PREFERRED_VECTOR_WIDTH_DOUBLE)
URSA_WIDTH(preferred_vector_width_half, fp16, PREFERRED_VECTOR_WIDTH_HALF)
URSA_WIDTH(native_vector_width_double, fp64, NATIVE_VECTOR_WIDTH_DOUBLE)
URSA_WIDTH(native_vector_width_half, fp16, NATIVE_VECTOR_WIDTH_HALF)
#undef URSA_WIDTH

#define URSA_FP_CONFIG(NAME, QUERY)                                                                \
  template <> std::vector<info::fp_config> device::get_info<dev::NAME>() const {                   \
    return detail::fpConfig(                                                                       \
        impl_->value<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_##QUERY));                    \
  }
URSA_FP_CONFIG(half_fp_config, HALF_FP_CONFIG)
URSA_FP_CONFIG(single_fp_config, SINGLE_FP_CONFIG)
URSA_FP_CONFIG(double_fp_config, DOUBLE_FP_CONFIG)
#undef URSA_FP_CONFIG

template <> info::device_type device::get_info<dev::device_type>() const {
  switch (impl_->entry().type) {
  case UR_DEVICE_TYPE_CPU:
    return info::device_type::cpu;
  case UR_DEVICE_TYPE_GPU:
    return info::device_type::gpu;
  case UR_DEVICE_TYPE_FPGA:
  case UR_DEVICE_TYPE_MCA:
  case UR_DEVICE_TYPE_VPU:
    return info::device_type::accelerator;
  default:
    return info::device_type::custom;
  }
}

template <> std::uint32_t device::get_info<dev::max_compute_units>() const {
  return std::max(1U, impl_->value<uint32_t>(UR_DEVICE_INFO_MAX_COMPUTE_UNITS));
}

// Drivers count the dimensions from the fastest one, SYCL from the slowest.
template <> range<3> device::get_info<dev::max_work_item_sizes<3>>() const {
  auto sizes = impl_->list<size_t>(UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES);
  sizes.resize(std::max<size_t>(sizes.size(), 3), 1);
  return {sizes[2], sizes[1], sizes[0]};
}
template <> range<2> device::get_info<dev::max_work_item_sizes<2>>() const {
  const auto sizes = get_info<dev::max_work_item_sizes<3>>();
  return {sizes[1], sizes[2]};
}
template <> range<1> device::get_info<dev::max_work_item_sizes<1>>() const {
  return {get_info<dev::max_work_item_sizes<3>>()[2]};
}

template <> range<3> device::get_info<khr::info::device::max_work_group_range<3>>() const {
  auto counts = impl_->list<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUPS_3D);
  counts.resize(std::max<size_t>(counts.size(), 3), 1);
  return {counts[2], counts[1], counts[0]};
}
template <> range<2> device::get_info<khr::info::device::max_work_group_range<2>>() const {
  const auto counts = get_info<khr::info::device::max_work_group_range<3>>();
  return {counts[1], counts[2]};
}
template <> range<1> device::get_info<khr::info::device::max_work_group_range<1>>() const {
  return {get_info<khr::info::device::max_work_group_range<3>>()[2]};
}
// Adapters that tell no total have no limit of their own for it.
template <> std::size_t device::get_info<khr::info::device::max_work_group_range_size>() const {
  size_t total = 0;
  if (urDeviceGetInfo(impl_->handle(), UR_DEVICE_INFO_MAX_WORK_GROUPS, sizeof(total), &total,
                      nullptr) == UR_RESULT_SUCCESS)
    return total;
  const auto counts = get_info<khr::info::device::max_work_group_range<3>>();
  total = 1;
  for (int i = 0; i < 3; ++i)
    if (__builtin_mul_overflow(total, counts[i], &total))
      return SIZE_MAX;
  return total;
}

// Drivers without sub-groups report none: there, a work-item is a sub-group of its own.
template <> std::uint32_t device::get_info<dev::max_num_sub_groups>() const {
  const auto count = impl_->value<uint32_t>(UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS);
  return count > 0 ? count : static_cast<uint32_t>(get_info<dev::max_work_group_size>());
}
template <> std::vector<std::size_t> device::get_info<dev::sub_group_sizes>() const {
  const auto sizes = impl_->list<uint32_t>(UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL);
  if (sizes.empty())
    return {1};
  return {sizes.begin(), sizes.end()};
}

template <> info::global_mem_cache_type device::get_info<dev::global_mem_cache_type>() const {
  switch (impl_->value<ur_device_mem_cache_type_t>(UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE)) {
  case UR_DEVICE_MEM_CACHE_TYPE_READ_ONLY_CACHE:
    return info::global_mem_cache_type::read_only;
  case UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE:
    return info::global_mem_cache_type::read_write;
  default:
    return info::global_mem_cache_type::none;
  }
}

template <> info::local_mem_type device::get_info<dev::local_mem_type>() const {
  switch (impl_->value<ur_device_local_mem_type_t>(UR_DEVICE_INFO_LOCAL_MEM_TYPE)) {
  case UR_DEVICE_LOCAL_MEM_TYPE_LOCAL:
    return info::local_mem_type::local;
  case UR_DEVICE_LOCAL_MEM_TYPE_GLOBAL:
    return info::local_mem_type::global;
  default:
    return info::local_mem_type::none;
  }
}

template <>
std::vector<memory_order> device::get_info<dev::atomic_memory_order_capabilities>() const {
  return detail::memoryOrders(impl_->value<ur_memory_order_capability_flags_t>(
      UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES));
}
template <>
std::vector<memory_order> device::get_info<dev::atomic_fence_order_capabilities>() const {
  return detail::memoryOrders(impl_->value<ur_memory_order_capability_flags_t>(
      UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES));
}
template <>
std::vector<memory_scope> device::get_info<dev::atomic_memory_scope_capabilities>() const {
  return detail::memoryScopes(impl_->value<ur_memory_scope_capability_flags_t>(
                                  UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES),
                              false);
}
template <>
std::vector<memory_scope> device::get_info<dev::atomic_fence_scope_capabilities>() const {
  return detail::memoryScopes(impl_->value<ur_memory_scope_capability_flags_t>(
                                  UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES),
                              true);
}

template <>
std::vector<info::execution_capability> device::get_info<dev::execution_capabilities>() const {
  detail::requireOpenCl(*impl_, "execution_capabilities");
  const auto flags =
      impl_->value<ur_device_exec_capability_flags_t>(UR_DEVICE_INFO_EXECUTION_CAPABILITIES);
  std::vector<info::execution_capability> all;
  if (flags & UR_DEVICE_EXEC_CAPABILITY_FLAG_KERNEL)
    all.push_back(info::execution_capability::exec_kernel);
  if (flags & UR_DEVICE_EXEC_CAPABILITY_FLAG_NATIVE_KERNEL)
    all.push_back(info::execution_capability::exec_native_kernel);
  return all;
}
template <> std::string device::get_info<dev::profile>() const {
  detail::requireOpenCl(*impl_, "profile");
  return impl_->text(UR_DEVICE_INFO_PROFILE);
}
template <> bool device::get_info<dev::preferred_interop_user_sync>() const {
  detail::requireOpenCl(*impl_, "preferred_interop_user_sync");
  return impl_->flag(UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC);
}

template <> std::vector<std::string> device::get_info<dev::built_in_kernels>() const {
  return detail::words(impl_->text(UR_DEVICE_INFO_BUILT_IN_KERNELS), ";");
}
template <> std::vector<std::string> device::get_info<dev::extensions>() const {
  return detail::words(impl_->text(UR_DEVICE_INFO_EXTENSIONS), " ");
}

template <> platform device::get_info<dev::platform>() const { return get_platform(); }

template <> std::vector<aspect> device::get_info<dev::aspects>() const {
  std::vector<aspect> all;
  for (const detail::NamedAspect &each : detail::allAspects())
    if (has(each.value))
      all.push_back(each.value);
  return all;
}

template <> device device::get_info<dev::parent_device>() const {
  if (!impl_->parent())
    detail::fail(errc::invalid,
                 "The device '" + impl_->entry().name + "' is no sub-device; it has no parent.");
  return detail::Access::make<device>(impl_->parent());
}

// Only what makes at least two sub-devices.
template <>
std::vector<info::partition_property> device::get_info<dev::partition_properties>() const {
  std::vector<info::partition_property> all;
  if (get_info<dev::max_compute_units>() < 2 || get_info<dev::partition_max_sub_devices>() < 2)
    return all;
  for (const auto each : impl_->list<ur_device_partition_t>(UR_DEVICE_INFO_SUPPORTED_PARTITIONS)) {
    if (each == UR_DEVICE_PARTITION_EQUALLY)
      all.push_back(info::partition_property::partition_equally);
    else if (each == UR_DEVICE_PARTITION_BY_COUNTS)
      all.push_back(info::partition_property::partition_by_counts);
    else if (each == UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN &&
             !get_info<dev::partition_affinity_domains>().empty())
      all.push_back(info::partition_property::partition_by_affinity_domain);
  }
  return all;
}
template <>
std::vector<info::partition_affinity_domain>
device::get_info<dev::partition_affinity_domains>() const {
  const auto flags =
      impl_->value<ur_device_affinity_domain_flags_t>(UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN);
  std::vector<info::partition_affinity_domain> all;
  for (const auto &[domain, flag] : detail::kDomains)
    if ((flags & flag) && detail::partsOf(*impl_, flag) >= 2)
      all.push_back(domain);
  return all;
}
template <> info::partition_property device::get_info<dev::partition_type_property>() const {
  switch (detail::partitionOf(*impl_).type) {
  case UR_DEVICE_PARTITION_EQUALLY:
    return info::partition_property::partition_equally;
  case UR_DEVICE_PARTITION_BY_COUNTS:
    return info::partition_property::partition_by_counts;
  case UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    return info::partition_property::partition_by_affinity_domain;
  default:
    return info::partition_property::no_partition;
  }
}
template <>
info::partition_affinity_domain device::get_info<dev::partition_type_affinity_domain>() const {
  const auto part = detail::partitionOf(*impl_);
  if (part.type == UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
    for (const auto &[domain, flag] : detail::kDomains)
      if (part.value.affinity_domain & flag)
        return domain;
  return info::partition_affinity_domain::not_applicable;
}

} // namespace sycl
} // namespace ursa_sycl
