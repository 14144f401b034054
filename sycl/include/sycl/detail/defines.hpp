// Macros of the SYCL headers.
#pragma once

#include <sycl/detail/feature_tests.hpp>

/// Marks the exported symbols of libursa_sycl.so.
#define URSA_SYCL_EXPORT __attribute__((visibility("default")))

/// What each library that is compiled with these headers has of its own, also where the dynamic
/// linker shares functions of the same name between libraries: what finds the kernels and constants
/// of the library that calls.
#define URSA_SYCL_LOCAL __attribute__((visibility("hidden")))

/// The version of what headers and library share. Programs pass it with every kernel; the library
/// refuses others.
#define URSA_SYCL_VERSION 8

#ifdef __SYCL_DEVICE_ONLY__
/// A function of device code that another translation unit defines (SYCL 2020, 5.10.1).
#define SYCL_EXTERNAL [[clang::sycl_external]]
#else
#define SYCL_EXTERNAL
#endif

/// @{ Macros of DPC++'s headers that programs made from CUDA's use.
#define __SYCL_EXPORT
#define __SYCL_ALWAYS_INLINE __attribute__((always_inline))
#define __SYCL_CONVERGENT__ __attribute__((convergent))
#define __SYCL_REPORT_EXCEPTION_TO_STREAM(message, error)                                          \
  (std::cerr << (message) << ' ' << (error).what() << std::endl)
/// @}

#ifdef SYCL_LANGUAGE_VERSION
#define URSA_SYCL_CLANG 1 // clang compiles SYCL, and knows the names of kernels
#else
#define SYCL_LANGUAGE_VERSION 202012L
#endif

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
template <class T> struct TypeIdentity { using type = T; };
/// A type of a parameter that does not take part in the deduction of template arguments.
template <class T> using NotDeduced = typename TypeIdentity<T>::type;
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
