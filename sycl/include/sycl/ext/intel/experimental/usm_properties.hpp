// Properties of unified shared memory: hints, which have no effect here.
#pragma once

#include <sycl/property_list.hpp>

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::property::usm {
/// Device code does not write to memory (sycl_ext_oneapi_usm_device_read_only).
class device_read_only {};
} // namespace ext::oneapi::property::usm
namespace ext::intel::experimental::property::usm {
/// The location of memory on FPGAs (sycl_ext_intel_buffer_location).
class buffer_location {
public:
  explicit buffer_location(std::uint64_t location) : location_(location) {}
  std::uint64_t get_buffer_location() const { return location_; }

private:
  std::uint64_t location_;
};
} // namespace ext::intel::experimental::property::usm

template <> struct is_property<ext::oneapi::property::usm::device_read_only> : std::true_type {};
template <>
struct is_property<ext::intel::experimental::property::usm::buffer_location> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
