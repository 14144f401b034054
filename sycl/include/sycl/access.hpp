// How commands use memory: access modes, targets and their tags (SYCL 2020, 4.7.6).
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl {

enum class access_mode : int { read, write, read_write, discard_write, discard_read_write, atomic };

enum class target : int {
  device,
  host_task,
  constant_buffer,
  local,
  host_buffer,
  image,
  host_image,
  image_array,
  global_buffer = device
};

namespace access {
using sycl::target;
using mode = sycl::access_mode;
/// AdaptiveCpp's kinds of accessors are behind those of SYCL 1.2.1 (ACPP_EXT_ACCESSOR_VARIANTS).
/// All kinds hold the same: the compiler removes from kernels what they do not use.
enum class placeholder : int {
  false_t,
  true_t,
  ranged_placeholder,
  ranged,
  unranged_placeholder,
  unranged,
  raw
};
} // namespace access
using accessor_variant = access::placeholder;

template <access_mode Mode> struct mode_tag_t { explicit mode_tag_t() = default; };
template <access_mode Mode, target Target> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};
inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};
/// @{ Of AdaptiveCpp.
inline constexpr mode_tag_t<access_mode::read> read_only_raw{};
inline constexpr mode_tag_t<access_mode::read_write> read_write_raw{};
inline constexpr mode_tag_t<access_mode::write> write_only_raw{};
/// @}
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};

namespace property {
class no_init {};
namespace buffer {
class use_host_ptr {};
class use_mutex;
class context_bound;
} // namespace buffer
} // namespace property
inline constexpr property::no_init no_init{};
template <> struct is_property<property::no_init> : std::true_type {};

namespace detail {

constexpr bool modeReads(access_mode mode) {
  return mode == access_mode::read || mode == access_mode::read_write ||
         mode == access_mode::atomic;
}
/// Whether what was in the memory before matters: a writer may leave elements as they are.
constexpr bool modeKeeps(access_mode mode) {
  return mode != access_mode::discard_write && mode != access_mode::discard_read_write;
}
constexpr bool modeWrites(access_mode mode) { return mode != access_mode::read; }
constexpr bool isPlaceholder(accessor_variant variant) {
  return variant == accessor_variant::true_t || variant == accessor_variant::ranged_placeholder ||
         variant == accessor_variant::unranged_placeholder;
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
