// Devices: enumeration, aspects and partitions. device_info.cpp answers get_info.
#include "sycl/api/device_info.h"
#include "sycl/api/error.h"
#include "sycl/api/intel_device_info.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/device_selector.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

DeviceImpl::DeviceImpl(std::shared_ptr<DeviceImpl> parent, ur_device_handle_t handle)
    : platform_(parent->platform_), entry_(parent->entry_), handle_(handle),
      runtime_(Runtime::share()), parent_(std::move(parent)) {}

DeviceImpl::~DeviceImpl() {
  if (parent_)
    urDeviceRelease(handle_);
}

size_t DeviceImpl::size(ur_device_info_t query) const {
  size_t size = 0;
  check(urDeviceGetInfo(handle_, query, 0, nullptr, &size), asking());
  return size;
}

bool DeviceImpl::usesHostMemory() const {
  return value<ur_device_type_t>(UR_DEVICE_INFO_TYPE) == UR_DEVICE_TYPE_CPU &&
         (value<ur_device_usm_access_capability_flags_t>(UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT) &
          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
}

std::string DeviceImpl::text(ur_device_info_t query) const {
  const std::vector<char> bytes = list<char>(query);
  return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
}

namespace {

bool hasUsm(const DeviceImpl &device, ur_device_info_t kind,
            ur_device_usm_access_capability_flag_t access) {
  return device.value<ur_device_usm_access_capability_flags_t>(kind) & access;
}

// Splits the device; throws errc::invalid if there are not enough compute units.
std::vector<std::shared_ptr<DeviceImpl>>
partition(const std::shared_ptr<DeviceImpl> &device,
          const std::vector<ur_device_partition_property_t> &parts) {
  const ur_device_partition_properties_t properties{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                    nullptr, parts.data(), parts.size()};
  const std::string what = "Partitioning the device '" + device->entry().name + "'";
  uint32_t count = 0;
  check(urDevicePartition(device->handle(), &properties, 0, nullptr, &count), what, errc::invalid);
  std::vector<ur_device_handle_t> handles(count);
  if (count > 0)
    check(urDevicePartition(device->handle(), &properties, count, handles.data(), nullptr), what,
          errc::invalid);
  std::vector<std::shared_ptr<DeviceImpl>> all;
  all.reserve(handles.size());
  for (ur_device_handle_t handle : handles)
    all.push_back(std::make_shared<DeviceImpl>(device, handle));
  return all;
}

std::vector<device> toDevices(const std::vector<std::shared_ptr<DeviceImpl>> &impls) {
  std::vector<device> all;
  all.reserve(impls.size());
  for (const auto &each : impls)
    all.push_back(Access::make<device>(each));
  return all;
}

template <class T> bool contains(const std::vector<T> &all, T wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

void requirePartition(const device &device, info::partition_property property, const char *how) {
  if (!contains(device.get_info<info::device::partition_properties>(), property))
    fail(errc::feature_not_supported, "The device '" + device.get_info<info::device::name>() +
                                          "' cannot be partitioned " + how + ".");
}

void requireComputeUnits(const device &device, uint64_t wanted) {
  const uint32_t count = device.get_info<info::device::max_compute_units>();
  if (wanted > count)
    fail(errc::invalid, "The device '" + device.get_info<info::device::name>() + "' has " +
                            std::to_string(count) + " compute units; sub-devices of " +
                            std::to_string(wanted) + " were asked for.");
}

} // namespace
} // namespace detail

using detail::Access;

device::device() : device(default_selector_v) {}

backend device::get_backend() const noexcept { return impl_->platform().backend(); }

platform device::get_platform() const {
  return Access::make<platform>(impl_->platform().shared_from_this());
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> all;
  for (const platform &each : platform::get_platforms()) {
    const std::vector<device> devices = each.get_devices(type);
    all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

bool device::has(aspect asked) const {
  const detail::DeviceImpl &impl = *impl_;
  const auto type = [&] { return get_info<info::device::device_type>(); };
  switch (asked) {
  case aspect::cpu:
    return type() == info::device_type::cpu;
  case aspect::gpu:
    return type() == info::device_type::gpu;
  case aspect::accelerator:
    return type() == info::device_type::accelerator;
  case aspect::custom:
    return type() == info::device_type::custom;
  case aspect::fp16:
    return impl.value<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_HALF_FP_CONFIG);
  case aspect::fp64:
    return impl.value<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_DOUBLE_FP_CONFIG);
  case aspect::atomic64:
    return impl.flag(UR_DEVICE_INFO_ATOMIC_64);
  // Vulkan drivers compile every pipeline when a program runs; what its adapter lacks is a compiler
  // of plain SPIR-V modules, which are not a form of SYCL programs.
  case aspect::online_compiler:
    return get_backend() == backend::ext_ursa_vulkan ||
           impl.flag(UR_DEVICE_INFO_COMPILER_AVAILABLE);
  case aspect::online_linker:
    return get_backend() == backend::ext_ursa_vulkan || impl.flag(UR_DEVICE_INFO_LINKER_AVAILABLE);
  case aspect::queue_profiling:
    return impl.value<ur_queue_flags_t>(UR_DEVICE_INFO_QUEUE_PROPERTIES) &
           UR_QUEUE_FLAG_PROFILING_ENABLE;
  case aspect::usm_device_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_DEVICE_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
  case aspect::usm_host_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_HOST_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
  case aspect::usm_atomic_host_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_HOST_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS);
  case aspect::usm_shared_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
  case aspect::usm_atomic_shared_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS);
  case aspect::ext_oneapi_cuda_cluster_group:
    return impl_->value<ur_kernel_launch_properties_flags_t>(
               UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES) &
           UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION;
  case aspect::ext_oneapi_virtual_mem:
    return impl.flag(UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT);
  case aspect::ext_oneapi_ipc_memory:
    return impl.flag(UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP);
  case aspect::ext_oneapi_ipc_physical_memory:
    return impl.flag(UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP);
  case aspect::usm_system_allocations:
    return detail::hasUsm(impl, UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
                          UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
  case aspect::ext_intel_pci_address:
    return detail::tells(impl, UR_DEVICE_INFO_PCI_ADDRESS);
  case aspect::ext_intel_gpu_eu_count:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_EU_COUNT);
  case aspect::ext_intel_gpu_eu_simd_width:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_EU_SIMD_WIDTH);
  case aspect::ext_intel_gpu_slices:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_EU_SLICES);
  case aspect::ext_intel_gpu_subslices_per_slice:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE);
  case aspect::ext_intel_gpu_eu_count_per_subslice:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE);
  case aspect::ext_intel_gpu_hw_threads_per_eu:
    return detail::tells(impl, UR_DEVICE_INFO_GPU_HW_THREADS_PER_EU);
  case aspect::ext_intel_max_mem_bandwidth:
    return detail::tells(impl, UR_DEVICE_INFO_MAX_MEMORY_BANDWIDTH);
  case aspect::ext_intel_device_info_uuid:
    return detail::tells(impl, UR_DEVICE_INFO_UUID);
  case aspect::ext_intel_free_memory:
    return detail::tells(impl, UR_DEVICE_INFO_GLOBAL_MEM_FREE);
  case aspect::ext_intel_device_id:
    return detail::tells(impl, UR_DEVICE_INFO_DEVICE_ID);
  case aspect::ext_intel_memory_clock_rate:
    return detail::tells(impl, UR_DEVICE_INFO_MEMORY_CLOCK_RATE);
  case aspect::ext_intel_memory_bus_width:
    return detail::tells(impl, UR_DEVICE_INFO_MEMORY_BUS_WIDTH);
  case aspect::image: // headers define what kernels do with images
  case aspect::ext_intel_legacy_image:
  case aspect::ext_intel_matrix: // likewise
  case aspect::ext_oneapi_ballot_group:
  case aspect::ext_oneapi_opportunistic_group:
  case aspect::ext_oneapi_tangle_group:
    return true;
  case aspect::ext_oneapi_fixed_size_group: { // parts of sub-groups of one have one work-item
    const std::vector<size_t> sizes = get_info<info::device::sub_group_sizes>();
    return !sizes.empty() &&
           std::all_of(sizes.begin(), sizes.end(), [](size_t size) { return size > 1; });
  }
  case aspect::ext_oneapi_async_memory_alloc: // by host tasks
    return has(aspect::usm_device_allocations);
  case aspect::ext_oneapi_clock_sub_group:
  case aspect::ext_oneapi_clock_work_group:
    return get_backend() == backend::ext_ursa_host || get_backend() == backend::cuda;
  case aspect::ext_oneapi_clock_device: // the multiprocessors of CUDA have a clock each
    return get_backend() == backend::ext_ursa_host;
  case aspect::ext_oneapi_graph: // updates that a device does not have make command buffers anew
  case aspect::ext_oneapi_limited_graph:
    return impl.flag(UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP);
  default: // see mayHave of aspects.hpp
    return false;
  }
}

bool device::has_extension(const std::string &extension) const {
  return detail::contains(get_info<info::device::extensions>(), extension);
}

std::vector<device> device::partitionEqually(std::size_t count) const {
  detail::requirePartition(*this, info::partition_property::partition_equally, "equally");
  detail::requireComputeUnits(*this, count);
  ur_device_partition_property_t part{UR_DEVICE_PARTITION_EQUALLY, {}};
  part.value.equally = static_cast<uint32_t>(count);
  return detail::toDevices(detail::partition(impl_, {part}));
}

std::vector<device> device::partitionByCounts(const std::vector<std::size_t> &counts) const {
  detail::requirePartition(*this, info::partition_property::partition_by_counts, "by counts");
  std::vector<ur_device_partition_property_t> parts;
  uint64_t sum = 0;
  for (const std::size_t count : counts) {
    if (count == 0)
      continue;
    detail::requireComputeUnits(*this, count);
    sum += count;
    ur_device_partition_property_t part{UR_DEVICE_PARTITION_BY_COUNTS, {}};
    part.value.count = static_cast<uint32_t>(count);
    parts.push_back(part);
  }
  detail::requireComputeUnits(*this, sum);
  const uint32_t most = get_info<info::device::partition_max_sub_devices>();
  if (parts.size() > most)
    detail::fail(errc::invalid, "The device '" + get_info<info::device::name>() + "' has at most " +
                                    std::to_string(most) + " sub-devices; " +
                                    std::to_string(parts.size()) + " were asked for.");
  if (parts.empty())
    return {};
  return detail::toDevices(detail::partition(impl_, parts));
}

std::vector<device> device::partitionByDomain(info::partition_affinity_domain domain) const {
  detail::requirePartition(*this, info::partition_property::partition_by_affinity_domain,
                           "by affinity domain");
  if (!detail::contains(get_info<info::device::partition_affinity_domains>(), domain))
    detail::fail(errc::feature_not_supported, "The device '" + get_info<info::device::name>() +
                                                  "' cannot be partitioned by this affinity "
                                                  "domain.");
  ur_device_partition_property_t part{UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, {}};
  part.value.affinity_domain = detail::toFlag(domain);
  return detail::toDevices(detail::partition(impl_, {part}));
}

} // namespace sycl
} // namespace ursa_sycl
