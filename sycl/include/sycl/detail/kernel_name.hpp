// From the type that names a kernel to its description, in the host pass. The integration header
// must have been read before the first kernel (the compiler does so).
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/kernel_description.hpp>

#ifndef __SYCL_DEVICE_ONLY__
#include <string>
#include <typeinfo>
#endif

namespace sycl {
namespace detail {

/// The default of the parameter that names a kernel: the type of the kernel function names it.
struct Unnamed;

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

/// Returns the place in a name that clang prints, "(lambda at FILE:LINE:COLUMN)", is that of a
/// description. True for names without a place.
constexpr bool hasPlace(const char *text, const KernelDescription &kernel) {
  if (kernel.column == 0)
    return true; // not known
  constexpr char kMark[] = "(lambda at ";
  const char *at = nullptr;
  for (; *text && !at; ++text) {
    unsigned i = 0;
    while (kMark[i] && text[i] == kMark[i])
      ++i;
    if (!kMark[i])
      at = text + i;
  }
  if (!at)
    return true;
  // The end of the place: ":LINE:COLUMN)".
  unsigned long numbers[2] = {0, 0};
  const char *end = at;
  while (*end && *end != ')')
    ++end;
  const char *digit = end;
  for (int i = 1; i >= 0; --i) {
    unsigned long scale = 1;
    while (digit > at && digit[-1] >= '0' && digit[-1] <= '9') {
      numbers[i] += scale * static_cast<unsigned long>(digit[-1] - '0');
      scale *= 10;
      --digit;
    }
    if (digit > at)
      --digit; // the colon
  }
  return numbers[0] == kernel.line && numbers[1] == kernel.column;
}

#ifdef __clang__
template <class Function> constexpr const char *printedType() { return __PRETTY_FUNCTION__; }
#else
template <class Function> constexpr const char *printedType() { return ""; }
#endif

#endif

} // namespace detail
} // namespace sycl
