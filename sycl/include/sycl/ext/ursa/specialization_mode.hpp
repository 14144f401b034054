// An extension: a property of contexts that says how kernels get the values of specialization
// constants. Not part of <sycl/sycl.hpp>. The environment variable URSA_SPECIALIZATION outranks it.
#pragma once

#include <sycl/context.hpp>
#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::ursa {

enum class specialization_mode {
  automatic, ///< native where the device can, else emulated; without the property
  native,    ///< kernels are compiled for the values
  emulated,  ///< kernels read the values from a buffer
  tiered,    ///< emulated until the native code, which a thread compiles, is there
};

namespace property::context {
/// Building a kernel for a device that does not have the mode throws
/// errc::feature_not_supported.
class specialization {
public:
  explicit specialization(specialization_mode mode) : mode_(mode) {}
  specialization_mode get_mode() const { return mode_; }

private:
  specialization_mode mode_;
};
} // namespace property::context

} // namespace ext::ursa

template <> struct is_property<ext::ursa::property::context::specialization> : std::true_type {};
template <>
struct is_property_of<ext::ursa::property::context::specialization, context> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
