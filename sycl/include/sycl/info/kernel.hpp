// Information descriptors of kernels (SYCL 2020, 4.11.13.2).
#pragma once

#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

inline namespace ursa_sycl {
namespace sycl::info {

namespace kernel {
struct reference_count {
  using return_type = std::uint32_t;
};
struct num_args {
  using return_type = std::uint32_t;
};
struct attributes {
  using return_type = std::string;
};
} // namespace kernel

namespace kernel_device_specific {
struct global_work_size {
  using return_type = range<3>;
};
struct work_group_size {
  using return_type = std::size_t;
};
struct compile_work_group_size {
  using return_type = range<3>;
};
struct preferred_work_group_size_multiple {
  using return_type = std::size_t;
};
struct private_mem_size {
  using return_type = std::size_t;
};
struct max_num_sub_groups {
  using return_type = std::uint32_t;
};
struct compile_num_sub_groups {
  using return_type = std::uint32_t;
};
struct max_sub_group_size {
  using return_type = std::uint32_t;
};
struct compile_sub_group_size {
  using return_type = std::uint32_t;
};
} // namespace kernel_device_specific

} // namespace sycl::info
} // namespace ursa_sycl
