// The class device_global (sycl_ext_oneapi_device_global): a variable of a namespace or class that
// kernels share, with memory on each device of each context:
//
//   device_global<int> counter;
//   queue.single_task([=] { counter.get() += 1; }).wait();
//   queue.copy(counter, &result).wait();
//
// Kernels get the address of the memory as an argument, which the compiler adds. The memory is
// allocated when a kernel that uses the variable is built, or by the first copy, and has the
// initial value that the variable has on the host.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

template <typename T, typename PropertyListT = empty_properties_t> class device_global;

/// The variable is used by kernels of one device image. It is one for all images all the same.
struct device_image_scope_key {
  using value_t = property_value<device_image_scope_key>;
};
inline constexpr device_image_scope_key::value_t device_image_scope;

enum class host_access_enum { read, write, read_write, none };
/// Which copies the host makes; others are not compiled.
struct host_access_key {
  template <host_access_enum Access>
  using value_t = property_value<host_access_key, std::integral_constant<host_access_enum, Access>>;
};
template <host_access_enum Access> inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;

/// @{ Of FPGAs; others ignore them.
enum class init_mode_enum { reprogram, reset };
struct init_mode_key {
  template <init_mode_enum Trigger>
  using value_t = property_value<init_mode_key, std::integral_constant<init_mode_enum, Trigger>>;
};
template <init_mode_enum Trigger> inline constexpr init_mode_key::value_t<Trigger> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
struct implement_in_csr_key {
  template <bool Enable>
  using value_t = property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;
/// @}

#define URSA_SYCL_GLOBAL_PROPERTY(KEY)                                                             \
  template <> struct is_property_key<KEY> : std::true_type {};                                     \
  template <typename T, typename PropertyListT>                                                    \
  struct is_property_key_of<KEY, device_global<T, PropertyListT>> : std::true_type {};
URSA_SYCL_GLOBAL_PROPERTY(device_image_scope_key)
URSA_SYCL_GLOBAL_PROPERTY(host_access_key)
URSA_SYCL_GLOBAL_PROPERTY(init_mode_key)
URSA_SYCL_GLOBAL_PROPERTY(implement_in_csr_key)
#undef URSA_SYCL_GLOBAL_PROPERTY

} // namespace ext::oneapi::experimental

namespace detail {

/// Throws: the host has no access to the value of a device_global but by copies.
[[noreturn]] URSA_SYCL_EXPORT void refuseGlobalOnHost();

/// A variable of class device_global, which the process knows as long as this exists. The footer
/// defines one for each, in the library that uses the variable.
class URSA_SYCL_EXPORT DeviceGlobalRegistration {
public:
  /// @param id    its name in device images
  /// @param size  in bytes, of the value that begins at the variable's address
  DeviceGlobalRegistration(const void *variable, const char *id, size_t size, size_t alignment);
  DeviceGlobalRegistration(const DeviceGlobalRegistration &) = delete;
  DeviceGlobalRegistration &operator=(const DeviceGlobalRegistration &) = delete;
  ~DeviceGlobalRegistration();

private:
  const void *variable_;
  std::uint64_t library_;
};

/// Explicit instantiations may name private members. Each library that uses a variable registers
/// it.
template <auto &Variable, class Text> struct URSA_SYCL_LOCAL DefineDeviceGlobal {
  static const DeviceGlobalRegistration registration;
};
template <auto &Variable, class Text>
const DeviceGlobalRegistration DefineDeviceGlobal<Variable, Text>::registration{
    &Variable, Text::value, sizeof(Variable), alignof(decltype(Variable))};

template <class T> struct IsDeviceGlobal : std::false_type {};
template <class T, class Properties>
struct IsDeviceGlobal<ext::oneapi::experimental::device_global<T, Properties>> : std::true_type {};

template <class T, class = void> struct SubscriptOf {};
template <class T>
struct SubscriptOf<T, std::void_t<decltype(std::declval<T &>()[std::ptrdiff_t{}])>> {
  using type = std::remove_reference_t<decltype(std::declval<T &>()[std::ptrdiff_t{}])>;
};

/// Which copies the properties of a device_global allow.
template <class Properties, ext::oneapi::experimental::host_access_enum Access>
constexpr bool allowsHost() {
  using namespace ext::oneapi::experimental;
  if constexpr (Properties::template has_property<host_access_key>()) {
    constexpr auto given = Properties::template get_property<host_access_key>().value;
    return given == host_access_enum::read_write || given == Access;
  } else {
    return true;
  }
}

} // namespace detail

namespace ext::oneapi::experimental {

/// All members but the properties are of device code; on the host they throw errc::invalid.
template <typename T, typename PropertyListT> class device_global {
  static_assert(is_property_list_v<PropertyListT>,
                "The second argument of device_global is the type of a list of properties.");
  static_assert(std::is_trivially_destructible_v<T>,
                "The type of a device_global must be trivially destructible.");
  template <typename, typename> friend class device_global;

public:
  using element_type = std::remove_extent_t<T>;

#if __cpp_consteval
  constexpr device_global() : value_{} {}
  template <
      typename First, typename... Rest,
      typename = std::enable_if_t<
          (sizeof...(Rest) > 0) ||
          !sycl::detail::IsDeviceGlobal<std::remove_cv_t<std::remove_reference_t<First>>>::value>>
  consteval explicit device_global(First &&first, Rest &&...rest)
      : value_{std::forward<First>(first), std::forward<Rest>(rest)...} {}
#else
  static_assert(std::is_trivially_default_constructible_v<T>,
                "Before C++20, the type of a device_global must be trivially default "
                "constructible.");
  constexpr device_global() : value_{} {}
#endif
  constexpr device_global(const device_global &) = default;
  template <typename Other, typename OtherProperties,
            typename = std::enable_if_t<std::is_convertible_v<Other, T>>>
  constexpr device_global(const device_global<Other, OtherProperties> &other)
      : value_{static_cast<T>(other.value_)} {}
  device_global(const device_global &&) = delete;
  device_global &operator=(const device_global &) = delete;
  device_global &operator=(const device_global &&) = delete;

  template <access::decorated IsDecorated>
  multi_ptr<T, access::address_space::global_space, IsDecorated> get_multi_ptr() noexcept {
    return sycl::detail::assumeSpace<access::address_space::global_space, IsDecorated>(&get());
  }
  template <access::decorated IsDecorated>
  multi_ptr<const T, access::address_space::global_space, IsDecorated>
  get_multi_ptr() const noexcept {
    return sycl::detail::assumeSpace<access::address_space::global_space, IsDecorated>(&get());
  }

  operator T &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  T &get() noexcept {
#ifndef __SYCL_DEVICE_ONLY__
    sycl::detail::refuseGlobalOnHost();
#endif
    return value_;
  }
  const T &get() const noexcept {
#ifndef __SYCL_DEVICE_ONLY__
    sycl::detail::refuseGlobalOnHost();
#endif
    return value_;
  }

  device_global &operator=(const T &value) noexcept {
    get() = value;
    return *this;
  }

  template <typename U = T>
  typename sycl::detail::SubscriptOf<U>::type &operator[](std::ptrdiff_t index) noexcept {
    return get()[index];
  }
  template <typename U = T>
  const typename sycl::detail::SubscriptOf<U>::type &
  operator[](std::ptrdiff_t index) const noexcept {
    return get()[index];
  }
  /// The arrow of the value, which is a pointer or has one of its own.
  T &operator->() noexcept { return get(); }
  const T &operator->() const noexcept { return get(); }

  template <typename Key> static constexpr bool has_property() {
    static_assert(is_property_key_of_v<Key, device_global>,
                  "This is no property of device_global.");
    return PropertyListT::template has_property<Key>();
  }
  template <typename Key> static constexpr auto get_property() {
    static_assert(is_property_key_of_v<Key, device_global>,
                  "This is no property of device_global.");
    return PropertyListT::template get_property<Key>();
  }

private:
  T value_; // the first member: copies begin at the variable's address
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
