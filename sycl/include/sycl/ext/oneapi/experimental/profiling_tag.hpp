// Points in a queue whose time is known (sycl_ext_oneapi_profiling_tag).
#pragma once

#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// Returns an event with the time at which all earlier commands were complete. Throws errc::invalid
/// for a queue without the property enable_profiling.
inline event submit_profiling_tag(queue &to) {
  if (!to.has_property<sycl::property::queue::enable_profiling>())
    throw exception(make_error_code(errc::invalid),
                    "A profiling tag needs a queue with the property enable_profiling: the device "
                    "has no aspect ext_oneapi_queue_profiling_tag.");
  return to.ext_oneapi_submit_barrier();
}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
