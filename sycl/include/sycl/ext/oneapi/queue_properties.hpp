// Properties of queues (sycl_ext_oneapi_queue_priority, sycl_ext_oneapi_discard_queue_events,
// sycl_ext_intel_queue_immediate_command_list, sycl_ext_intel_queue_index), and of queues and
// contexts on CUDA. A device without priorities ignores them; events
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
/// Has no effect: no device has several queues to choose from.
class compute_index {
public:
  explicit compute_index(int index) : index_(index) {}
  int get_index() const { return index_; }

private:
  int index_;
};
} // namespace ext::intel::property::queue
namespace ext::oneapi::cuda::property::queue {
/// The stream of the queue is CUDA's default stream. Has no effect on other devices.
class use_default_stream {};
} // namespace ext::oneapi::cuda::property::queue
namespace ext::oneapi::cuda::property::context {
/// Has no effect: all contexts use the primary context of a device.
class use_primary_context {};
} // namespace ext::oneapi::cuda::property::context

/// @{ Other names of the same.
namespace property::queue::cuda {
using ext::oneapi::cuda::property::queue::use_default_stream;
}
namespace property::context::cuda {
using ext::oneapi::cuda::property::context::use_primary_context;
}
/// @}

class context;

#define __URSA_QUEUE_PROPERTY(name)                                                                \
  template <> struct is_property<ext::name> : std::true_type {};                                   \
  template <> struct is_property_of<ext::name, queue> : std::true_type {};
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_low)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_normal)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::priority_high)
__URSA_QUEUE_PROPERTY(oneapi::property::queue::discard_events)
__URSA_QUEUE_PROPERTY(intel::property::queue::immediate_command_list)
__URSA_QUEUE_PROPERTY(intel::property::queue::no_immediate_command_list)
__URSA_QUEUE_PROPERTY(intel::property::queue::compute_index)
__URSA_QUEUE_PROPERTY(oneapi::cuda::property::queue::use_default_stream)
#undef __URSA_QUEUE_PROPERTY
template <>
struct is_property<ext::oneapi::cuda::property::context::use_primary_context> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::cuda::property::context::use_primary_context, context>
    : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
