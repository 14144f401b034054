// Information descriptors of queues (SYCL 2020, 4.6.5.5).
#pragma once

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {

class context;
class device;

namespace info::queue {

struct reference_count {
  using return_type = std::uint32_t;
};
struct context {
  using return_type = sycl::context;
};
struct device {
  using return_type = sycl::device;
};

} // namespace info::queue
} // namespace sycl
} // namespace ursa_sycl
