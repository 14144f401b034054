// Conversions between enumerations of the C ABI and of SYCL.
#pragma once

#include "ursa.h"

#include <sycl/info/device.hpp>

#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Work-items of a work-group: functions of groups have local memory for so many. Devices may have
/// less.
inline constexpr size_t kMaximumWorkGroupSize = 1024;

ur_device_affinity_domain_flags_t toFlag(info::partition_affinity_domain domain);
std::vector<info::fp_config> fpConfig(ur_device_fp_capability_flags_t flags);
std::vector<memory_order> memoryOrders(ur_memory_order_capability_flags_t flags);
/// Without work_item, which is no scope of atomic operations, unless @p ofFences.
std::vector<memory_scope> memoryScopes(ur_memory_scope_capability_flags_t flags, bool ofFences);

} // namespace sycl::detail
} // namespace ursa_sycl
