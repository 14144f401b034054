// Lists of properties of accessors that are known when the program is compiled
// (sycl_ext_oneapi_accessor_properties, sycl_ext_intel_buffer_location). All but no_init are hints,
// which have no effect:
//
//   accessor numbers(buffer, group, write_only, accessor_property_list(no_init, no_alias));
#pragma once

#include <sycl/access.hpp>
#include <sycl/property_list.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi {

namespace property {
/// No other accessor of the kernel has the same memory.
struct no_alias {
  template <bool IsOn = true> struct instance {
    constexpr bool operator==(const instance &) const { return true; }
    constexpr bool operator!=(const instance &) const { return false; }
  };
};
/// The accessor begins where its buffer does.
struct no_offset {
  template <bool IsOn = true> struct instance {
    constexpr bool operator==(const instance &) const { return true; }
    constexpr bool operator!=(const instance &) const { return false; }
  };
};
} // namespace property
inline constexpr property::no_alias::instance<> no_alias;
inline constexpr property::no_offset::instance<> no_offset;

/// Converts to the list that constructors of accessors take.
template <typename... Properties> class accessor_property_list : public property_list {
public:
  accessor_property_list(Properties...)
      : property_list(make(
            std::bool_constant<(std::is_same_v<Properties, sycl::property::no_init> || ...)>())) {}

private:
  static property_list make(std::true_type) { return {sycl::property::no_init()}; }
  static property_list make(std::false_type) { return {}; }
};
template <typename... Properties>
accessor_property_list(Properties...) -> accessor_property_list<Properties...>;

} // namespace ext::oneapi

namespace ext::intel {
namespace property {
/// The memory of an FPGA that a buffer is in.
struct buffer_location {
  template <int Location> struct instance {
    static constexpr int get_location() { return Location; }
  };
};
} // namespace property
template <int Location>
inline constexpr property::buffer_location::instance<Location> buffer_location;
} // namespace ext::intel

} // namespace sycl
} // namespace ursa_sycl
