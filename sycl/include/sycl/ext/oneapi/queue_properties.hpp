// Properties of queues (sycl_ext_oneapi_queue_priority, sycl_ext_oneapi_discard_queue_events,
// sycl_ext_intel_queue_immediate_command_list). A device without priorities ignores them; events
// that a program asks to discard are made only when it uses them, as all are.
#pragma once

#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::property::queue {
class priority_low {};
class priority_normal {};
class priority_high {};
class discard_events {};
} // namespace ext::oneapi::property::queue
namespace ext::intel::property::queue {
/// @{ Have no effect: they are for Level Zero.
class immediate_command_list {};
class no_immediate_command_list {};
/// @}
} // namespace ext::intel::property::queue

#define __URSA_QUEUE_PROPERTY(name)                                                                \
  template <> struct is_property<ext::name> : std::true_type {};                                   \
  template <> struct is_property_of<ext::name, queue> : std::true_type {};
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_low)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_normal)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_high)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::discard_events)
__URSA_QUEUE_PROPERTY(intel::property::queue::immediate_command_list)
__URSA_QUEUE_PROPERTY(intel::property::queue::no_immediate_command_list)
#undef __URSA_QUEUE_PROPERTY

} // namespace sycl
} // namespace ursa_sycl
