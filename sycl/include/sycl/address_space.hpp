// Address spaces and fence spaces (SYCL 2020, 4.7.7.1 and 4.7.5), and how clang spells decorated
// types in the device pass. Decorated and plain types are the same in the host pass.
#pragma once

#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_GLOBAL __attribute__((opencl_global))
#define __URSA_LOCAL __attribute__((opencl_local))
#define __URSA_PRIVATE __attribute__((opencl_private))
#define __URSA_CONSTANT __attribute__((address_space(2))) // SYCL in clang has no opencl_constant
#else
#define __URSA_GLOBAL
#define __URSA_LOCAL
#define __URSA_PRIVATE
#define __URSA_CONSTANT
#endif

inline namespace ursa_sycl {
namespace sycl {
namespace access {

enum class address_space : int {
  global_space,
  local_space,
  constant_space,
  private_space,
  generic_space,
  // sycl_ext_intel_usm_address_spaces: parts of global memory, which no device here tells apart.
  ext_intel_global_device_space = global_space,
  ext_intel_global_host_space = global_space,
  global_device_space = global_space,
  global_host_space = global_space
};

enum class decorated : int { no, yes, legacy };

enum class fence_space : char { local_space, global_space, global_and_local };

} // namespace access

namespace detail {

/// T in an address space. What constant_space decorates lies in global memory.
template <class T, access::address_space Space> struct Decorated { using type = T; };
/// T without its address space.
template <class T> struct Undecorated { using type = T; };
#ifdef __SYCL_DEVICE_ONLY__
template <class T> struct Decorated<T, access::address_space::global_space> {
  using type = __URSA_GLOBAL T;
};
template <class T> struct Decorated<T, access::address_space::constant_space> {
  using type = __URSA_GLOBAL T;
};
template <class T> struct Decorated<T, access::address_space::local_space> {
  using type = __URSA_LOCAL T;
};
template <class T> struct Decorated<T, access::address_space::private_space> {
  using type = __URSA_PRIVATE T;
};
template <class T> struct Undecorated<__URSA_GLOBAL T> { using type = T; };
template <class T> struct Undecorated<__URSA_LOCAL T> { using type = T; };
template <class T> struct Undecorated<__URSA_PRIVATE T> { using type = T; };
#endif
template <class T, access::address_space Space>
using DecoratedT = typename Decorated<T, Space>::type;

} // namespace detail

/// The type behind a decorated pointer or reference, or T (SYCL 2020, 4.7.7.1).
template <class T> struct remove_decoration { using type = typename detail::Undecorated<T>::type; };
template <class T> struct remove_decoration<T *> {
  using type = typename detail::Undecorated<T>::type *;
};
template <class T> struct remove_decoration<T *const> {
  using type = typename detail::Undecorated<T>::type *const;
};
template <class T> struct remove_decoration<T &> {
  using type = typename detail::Undecorated<T>::type &;
};
template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

} // namespace sycl
} // namespace ursa_sycl
