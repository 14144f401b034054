// sycl::bit_cast (SYCL 2020, 3.14.2): the bits of an object as an object of another type. It is the
// standard's std::bit_cast, which C++17 lacks.
#pragma once

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <typename To, typename From,
          std::enable_if_t<sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                               std::is_trivially_copyable_v<From>,
                           int> = 0>
constexpr To bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(To, from);
}

} // namespace sycl
} // namespace ursa_sycl
