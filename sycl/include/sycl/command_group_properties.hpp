// Properties of AdaptiveCpp for single command groups, which queue::submit takes before the command
// group function (ACPP_EXT_CG_PROPERTY_*, ACPP_EXT_COARSE_GRAINED_EVENTS), and those for queues.
// hipSYCL is AdaptiveCpp's name of before 2023.
#pragma once

#include <sycl/device.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace property::command_group {
/// Kernels over a range with as many dimensions get these work-groups, if they divide the range and
/// the device has them.
template <int Dimensions> struct AdaptiveCpp_prefer_group_size {
  AdaptiveCpp_prefer_group_size(range<Dimensions> preferred) : size(preferred) {}
  range<Dimensions> size;
};
/// The command runs on another device than that of the queue, which keeps its order. The queue
/// needs the property AdaptiveCpp_retargetable.
struct AdaptiveCpp_retarget {
  AdaptiveCpp_retarget(const device &target) : dev(target) {}
  device dev;
};
/// Has no effect: the driver chooses.
struct AdaptiveCpp_prefer_execution_lane {
  AdaptiveCpp_prefer_execution_lane(std::size_t number) : lane(number) {}
  std::size_t lane;
};
/// Has no effect: events are made when the program uses them.
struct AdaptiveCpp_coarse_grained_events {};

template <int Dimensions>
using hipSYCL_prefer_group_size = AdaptiveCpp_prefer_group_size<Dimensions>;
using hipSYCL_retarget = AdaptiveCpp_retarget;
using hipSYCL_prefer_execution_lane = AdaptiveCpp_prefer_execution_lane;
using hipSYCL_coarse_grained_events = AdaptiveCpp_coarse_grained_events;
} // namespace property::command_group

namespace property::queue {
/// As that of command groups.
struct AdaptiveCpp_coarse_grained_events {};
struct AdaptiveCpp_retargetable {};
/// Has no effect; sycl_ext_oneapi_queue_priority has priorities that devices know.
struct AdaptiveCpp_priority {
  AdaptiveCpp_priority(int given) : priority(given) {}
  int priority;
};
using hipSYCL_coarse_grained_events = AdaptiveCpp_coarse_grained_events;
using hipSYCL_priority = AdaptiveCpp_priority;
} // namespace property::queue

template <int Dimensions>
struct is_property<property::command_group::AdaptiveCpp_prefer_group_size<Dimensions>>
    : std::true_type {};
#define __URSA_PROPERTY(name)                                                                      \
  template <> struct is_property<property::name> : std::true_type {};
__URSA_PROPERTY(command_group::AdaptiveCpp_retarget)
__URSA_PROPERTY(command_group::AdaptiveCpp_prefer_execution_lane)
__URSA_PROPERTY(command_group::AdaptiveCpp_coarse_grained_events)
__URSA_PROPERTY(queue::AdaptiveCpp_coarse_grained_events)
__URSA_PROPERTY(queue::AdaptiveCpp_retargetable)
__URSA_PROPERTY(queue::AdaptiveCpp_priority)
#undef __URSA_PROPERTY
template <>
struct is_property_of<property::queue::AdaptiveCpp_coarse_grained_events, queue> : std::true_type {
};
template <>
struct is_property_of<property::queue::AdaptiveCpp_retargetable, queue> : std::true_type {};
template <> struct is_property_of<property::queue::AdaptiveCpp_priority, queue> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
