// Reductions to what an accessor describes: sycl_ext_oneapi's of before SYCL 2020, which has those
// of buffers instead.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/reduction.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

/// The one element of an accessor.
template <class Accessor, class T, bool HasIndex> struct ReducedAccessor {
  Accessor accessor;
  T &operator[](std::size_t) const {
    if constexpr (HasIndex)
      return accessor[0];
    else
      return accessor;
  }
};

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder P>
auto reducedElement(const accessor<T, Dimensions, Mode, Target, P> &var) {
  static_assert(Dimensions <= 1, "An accessor that is reduced to has 0 or 1 dimensions.");
  static_assert(modeWrites(Mode) && Mode != access_mode::atomic && Target == target::device,
                "An accessor that is reduced to writes memory of the device.");
  return ReducedAccessor<accessor<T, Dimensions, Mode, Target, P>, T, (Dimensions > 0)>{var};
}

/// Whether the variable's value before does not count.
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder P>
property_list reducedProperties(const accessor<T, Dimensions, Mode, Target, P> &var,
                                const property_list &properties) {
  if (!modeKeeps(Mode) || var.template has_property<property::no_init>())
    return {property::reduction::initialize_to_identity()};
  return properties;
}

} // namespace detail

/// @{ A reduction to the one element of an accessor, whose value before counts if the accessor
/// keeps it. A placeholder is required by the command group.
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder P,
          class BinaryOperation>
auto reduction(const accessor<T, Dimensions, Mode, Target, P> &var, BinaryOperation combiner,
               const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(detail::reducedElement(var), combiner,
                                     detail::reducedProperties(var, properties));
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder P,
          class BinaryOperation>
auto reduction(const accessor<T, Dimensions, Mode, Target, P> &var,
               const detail::NotDeduced<T> &identity, BinaryOperation combiner,
               const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(detail::reducedElement(var), identity, combiner,
                                     detail::reducedProperties(var, properties));
}
/// @}

namespace ext::oneapi {
using sycl::reduction;
} // namespace ext::oneapi

} // namespace sycl
} // namespace ursa_sycl
