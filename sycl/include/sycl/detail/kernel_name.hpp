// From the type that names a kernel to its description, in the host pass. The integration header
// must have been read before the first kernel (the compiler does so).
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/kernel_description.hpp>

#ifndef __SYCL_DEVICE_ONLY__
#include <string>
#include <typeinfo>
#endif

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The default of the parameter that names a kernel: the type of the kernel function names it.
struct Unnamed;
using auto_name = Unnamed; ///< DPC++'s name of it, which its syclcompat uses

template <class Name, class Function> struct KernelNameSelector { using type = Name; };
template <class Function> struct KernelNameSelector<Unnamed, Function> { using type = Function; };
template <class Name, class Function>
using KernelName = typename KernelNameSelector<Name, Function>::type;

#ifndef __SYCL_DEVICE_ONLY__

constexpr bool isSameText(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

/// Chosen by sources that are compiled without an integration header.
static constexpr KernelTable kernelTable(...) { return {nullptr, 0}; }

/// Returns a hash of the places of types without a name, as in "Scale<(lambda at
/// FILE:LINE:COLUMN)>", in the text of a type that clang prints; 0 for none. The front end computes
/// the same. FNV-1a of all ":LINE:COLUMN)"; files may have other names in the other pass.
constexpr unsigned long placesIn(const char *text) {
  constexpr unsigned long kBasis = 0xcbf29ce484222325;
  constexpr unsigned long kPrime = 0x100000001b3;
  unsigned long hash = kBasis;
  for (const char *end = text; *end; ++end) {
    if (*end != ')')
      continue;
    const char *begin = end;
    int numbers = 0;
    while (numbers < 2) {
      const char *digits = begin;
      while (digits > text && digits[-1] >= '0' && digits[-1] <= '9')
        --digits;
      if (digits == begin || digits == text || digits[-1] != ':')
        break;
      begin = digits - 1;
      ++numbers;
    }
    if (numbers < 2)
      continue;
    for (const char *c = begin; c <= end; ++c)
      hash = (hash ^ static_cast<unsigned char>(*c)) * kPrime;
  }
  return hash == kBasis ? 0 : hash;
}

#ifdef __clang__
template <class Function> constexpr const char *printedType() { return __PRETTY_FUNCTION__; }
#else
template <class Function> constexpr const char *printedType() { return ""; }
#endif

#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
