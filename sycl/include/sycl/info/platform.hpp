// Information descriptors of platforms (SYCL 2020, 4.6.2.4).
#pragma once

#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::info::platform {

struct version {
  using return_type = std::string;
};
struct name {
  using return_type = std::string;
};
struct vendor {
  using return_type = std::string;
};
/// Deprecated in SYCL 2020.
struct extensions {
  using return_type = std::vector<std::string>;
};

} // namespace sycl::info::platform
} // namespace ursa_sycl
