// sycl::is_device_copyable (SYCL 2020, 4.12.3): which types kernels may take by value and devices
// may copy bit by bit. Programs specialize it for types of their own.
#pragma once

#include <sycl/detail/defines.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif

inline namespace ursa_sycl {
namespace sycl {

template <typename T> struct is_device_copyable;

namespace detail {

// Trivially copyable types, and const or volatile versions of types that are device copyable.
template <typename T>
struct ImplicitlyDeviceCopyable : std::bool_constant<std::is_trivially_copyable_v<T>> {};
template <typename T> struct ImplicitlyDeviceCopyable<const T> : is_device_copyable<T> {};
template <typename T> struct ImplicitlyDeviceCopyable<volatile T> : is_device_copyable<T> {};
template <typename T> struct ImplicitlyDeviceCopyable<const volatile T> : is_device_copyable<T> {};

} // namespace detail

template <typename T> struct is_device_copyable : detail::ImplicitlyDeviceCopyable<T> {};

template <typename T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <typename T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <typename T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>>
    : std::bool_constant<is_device_copyable_v<First> && is_device_copyable_v<Second>> {};
template <typename... Ts>
struct is_device_copyable<std::tuple<Ts...>>
    : std::bool_constant<(true && ... && is_device_copyable_v<Ts>)> {};
template <typename... Ts>
struct is_device_copyable<std::variant<Ts...>>
    : std::bool_constant<(true && ... && is_device_copyable_v<Ts>)> {};
template <typename Char, typename Traits>
struct is_device_copyable<std::basic_string_view<Char, Traits>> : std::true_type {};
#if __cplusplus >= 202002L && __has_include(<span>)
template <typename T, std::size_t Extent>
struct is_device_copyable<std::span<T, Extent>> : std::true_type {};
#endif

} // namespace sycl
} // namespace ursa_sycl
