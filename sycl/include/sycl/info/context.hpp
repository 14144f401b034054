// Information descriptors of contexts (SYCL 2020, 4.6.3.3).
#pragma once

#include <sycl/memory_enums.hpp>

#include <cstdint>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

class device;
class platform;

namespace info::context {

struct reference_count {
  using return_type = std::uint32_t;
};
struct platform {
  using return_type = sycl::platform;
};
struct devices {
  using return_type = std::vector<sycl::device>;
};
struct atomic_memory_order_capabilities {
  using return_type = std::vector<memory_order>;
};
struct atomic_fence_order_capabilities {
  using return_type = std::vector<memory_order>;
};
struct atomic_memory_scope_capabilities {
  using return_type = std::vector<memory_scope>;
};
struct atomic_fence_scope_capabilities {
  using return_type = std::vector<memory_scope>;
};

} // namespace info::context
} // namespace sycl
} // namespace ursa_sycl
