// id, range and vec on standard streams, as sycl::stream prints them: {1, 2}, and 1, 2. The
// operators are templates of any stream, so that those of programs come first.
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>
#include <sycl/vec.hpp>

#include <iosfwd>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

template <class Stream, class Elements>
void printElements(Stream &to, const Elements &elements, int count) {
  for (int i = 0; i < count; ++i) {
    const auto element = elements[i];
    if (i > 0)
      to << ", ";
    if constexpr (std::is_integral_v<decltype(+element)>)
      to << +element; // characters are numbers
    else
      to << static_cast<double>(element);
  }
}
template <class Stream, class Sizes> void printSizes(Stream &to, const Sizes &sizes, int count) {
  to << '{';
  printElements(to, sizes, count);
  to << '}';
}

} // namespace detail

template <class Char, class Traits, int Dimensions>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &to,
                                             const id<Dimensions> &written) {
  detail::printSizes(to, written, Dimensions);
  return to;
}
template <class Char, class Traits, int Dimensions>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &to,
                                             const range<Dimensions> &written) {
  detail::printSizes(to, written, Dimensions);
  return to;
}
template <class Char, class Traits, class T, int N>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &to,
                                             const vec<T, N> &written) {
  detail::printElements(to, written, N);
  return to;
}

} // namespace sycl
} // namespace ursa_sycl
