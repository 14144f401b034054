// sycl::device_event, a copy that the work-items of a group share (SYCL 2020, 4.9.1.6.3). All
// work-items copy a part at once, so that waiting is a barrier.
#pragma once

#include <sycl/detail/work_items.hpp>

inline namespace ursa_sycl {
namespace sycl {

class device_event {
public:
  void wait() const noexcept { detail::oclBarrier(detail::kLocalMemory | detail::kGlobalMemory); }
};

} // namespace sycl
} // namespace ursa_sycl
