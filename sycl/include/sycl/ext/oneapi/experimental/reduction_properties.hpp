// Reductions with properties that are known when the program is compiled
// (sycl_ext_oneapi_reduction_properties):
//
//   reduction(&sum, plus<>(), properties(deterministic, initialize_to_identity))
#pragma once

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/reduction.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// @{ The same values in the same launch give the same result. All reductions are like that.
struct deterministic_key {
  using value_t = property_value<deterministic_key>;
};
inline constexpr deterministic_key::value_t deterministic;
/// @}

/// @{ What the variable holds before does not count.
struct initialize_to_identity_key {
  using value_t = property_value<initialize_to_identity_key>;
};
inline constexpr initialize_to_identity_key::value_t initialize_to_identity;
/// @}

template <> struct is_property_key<deterministic_key> : std::true_type {};
template <> struct is_property_key<initialize_to_identity_key> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <class List> inline constexpr bool areOfReductions = false;
template <class... Values>
inline constexpr bool areOfReductions<
    ext::oneapi::experimental::properties<std::tuple<Values...>>> =
    ((std::is_same_v<Values, ext::oneapi::experimental::deterministic_key::value_t> ||
      std::is_same_v<Values, ext::oneapi::experimental::initialize_to_identity_key::value_t>)&&...);
template <class List>
using EnableReductionProperties = std::enable_if_t<areOfReductions<List>, int>;

template <class List> property_list reductionProperties() {
  if constexpr (List::template has_property<
                    ext::oneapi::experimental::initialize_to_identity_key>())
    return {property::reduction::initialize_to_identity()};
  else
    return {};
}

} // namespace detail

/// @{ As the functions without such a list.
template <class T, class BinaryOperation, class PropertyList,
          detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(T *var, BinaryOperation combiner, PropertyList) {
  return reduction(var, combiner, detail::reductionProperties<PropertyList>());
}
template <class T, class BinaryOperation, class PropertyList,
          detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(T *var, const T &identity, BinaryOperation combiner, PropertyList) {
  return reduction(var, identity, combiner, detail::reductionProperties<PropertyList>());
}
template <class T, std::size_t Extent, class BinaryOperation, class PropertyList,
          detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(span<T, Extent> vars, BinaryOperation combiner, PropertyList) {
  return reduction(vars, combiner, detail::reductionProperties<PropertyList>());
}
template <class T, std::size_t Extent, class BinaryOperation, class PropertyList,
          detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(span<T, Extent> vars, const detail::NotDeduced<T> &identity,
               BinaryOperation combiner, PropertyList) {
  return reduction(vars, identity, combiner, detail::reductionProperties<PropertyList>());
}
template <class Buffer, class BinaryOperation, class PropertyList,
          class = typename Buffer::value_type, detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(Buffer vars, handler &cgh, BinaryOperation combiner, PropertyList) {
  return reduction(vars, cgh, combiner, detail::reductionProperties<PropertyList>());
}
template <class Buffer, class BinaryOperation, class PropertyList,
          detail::EnableReductionProperties<PropertyList> = 0>
auto reduction(Buffer vars, handler &cgh, const typename Buffer::value_type &identity,
               BinaryOperation combiner, PropertyList) {
  return reduction(vars, cgh, identity, combiner, detail::reductionProperties<PropertyList>());
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
