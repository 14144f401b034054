// sycl::byte, deprecated in SYCL 2020.
#pragma once

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {

using byte [[deprecated("use std::byte")]] = std::uint8_t;

} // namespace sycl
} // namespace ursa_sycl
