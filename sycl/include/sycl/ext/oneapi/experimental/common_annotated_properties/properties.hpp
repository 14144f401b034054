// Properties of annotated_ptr and annotated_arg: what the program promises of the memory, and how
// an FPGA reads it. They are accepted, and have no effect on the devices that there are.
#pragma once

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/usm.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

/// @{ The memory is aligned to so many bytes, a power of two.
struct alignment_key {
  template <int Bytes>
  using value_t = property_value<alignment_key, std::integral_constant<int, Bytes>>;
};
template <int Bytes> inline constexpr alignment_key::value_t<Bytes> alignment;
template <> struct is_property_key<alignment_key> : std::true_type {};
/// @}

/// @{ The kind of unified shared memory.
struct usm_kind_key {
  template <usm::alloc Kind>
  using value_t = property_value<usm_kind_key, std::integral_constant<usm::alloc, Kind>>;
};
template <usm::alloc Kind> inline constexpr usm_kind_key::value_t<Kind> usm_kind;
inline constexpr usm_kind_key::value_t<usm::alloc::device> usm_kind_device;
inline constexpr usm_kind_key::value_t<usm::alloc::host> usm_kind_host;
inline constexpr usm_kind_key::value_t<usm::alloc::shared> usm_kind_shared;
template <> struct is_property_key<usm_kind_key> : std::true_type {};
/// @}

} // namespace ext::oneapi::experimental

namespace ext::intel::experimental {

/// A property with a number, and its values.
#define URSA_SYCL_PROPERTY(NAME)                                                                   \
  struct NAME##_key {                                                                              \
    template <int K>                                                                               \
    using value_t =                                                                                \
        oneapi::experimental::property_value<NAME##_key, std::integral_constant<int, K>>;          \
  };                                                                                               \
  template <int K> inline constexpr NAME##_key::value_t<K> NAME;
URSA_SYCL_PROPERTY(buffer_location)
URSA_SYCL_PROPERTY(awidth)
URSA_SYCL_PROPERTY(dwidth)
URSA_SYCL_PROPERTY(latency)
URSA_SYCL_PROPERTY(maxburst)
URSA_SYCL_PROPERTY(wait_request)
#undef URSA_SYCL_PROPERTY
inline constexpr wait_request_key::value_t<1> wait_request_requested;
inline constexpr wait_request_key::value_t<0> wait_request_not_requested;

enum class read_write_mode_enum { read, write, read_write };
struct read_write_mode_key {
  template <read_write_mode_enum Mode>
  using value_t =
      oneapi::experimental::property_value<read_write_mode_key,
                                           std::integral_constant<read_write_mode_enum, Mode>>;
};
template <read_write_mode_enum Mode>
inline constexpr read_write_mode_key::value_t<Mode> read_write_mode;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read> read_write_mode_read;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::write> read_write_mode_write;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read_write>
    read_write_mode_readwrite;

/// A property that is there or not.
#define URSA_SYCL_PROPERTY(NAME)                                                                   \
  struct NAME##_key {                                                                              \
    using value_t = oneapi::experimental::property_value<NAME##_key>;                              \
  };                                                                                               \
  inline constexpr NAME##_key::value_t NAME;
URSA_SYCL_PROPERTY(conduit)
URSA_SYCL_PROPERTY(register_map)
URSA_SYCL_PROPERTY(stable)
#undef URSA_SYCL_PROPERTY

} // namespace ext::intel::experimental

#define URSA_SYCL_KEY(NAME)                                                                        \
  template <>                                                                                      \
  struct ext::oneapi::experimental::is_property_key<ext::intel::experimental::NAME##_key>          \
      : std::true_type {};
URSA_SYCL_KEY(buffer_location)
URSA_SYCL_KEY(awidth)
URSA_SYCL_KEY(dwidth)
URSA_SYCL_KEY(latency)
URSA_SYCL_KEY(maxburst)
URSA_SYCL_KEY(wait_request)
URSA_SYCL_KEY(read_write_mode)
URSA_SYCL_KEY(conduit)
URSA_SYCL_KEY(register_map)
URSA_SYCL_KEY(stable)
#undef URSA_SYCL_KEY

namespace detail {

/// The properties of both lists; those of the first come first.
template <class A, class B> struct MergedProperties;
template <class... As, class... Bs>
struct MergedProperties<ext::oneapi::experimental::properties<std::tuple<As...>>,
                        ext::oneapi::experimental::properties<std::tuple<Bs...>>> {
private:
  template <class Value>
  static constexpr bool isNew = (!std::is_same_v<typename Value::key_t, typename As::key_t> && ...);
  template <class Taken, class... Left> struct Add { using type = Taken; };
  template <class... Taken, class First, class... Left>
  struct Add<std::tuple<Taken...>, First, Left...>
      : Add<std::conditional_t<isNew<First>, std::tuple<Taken..., First>, std::tuple<Taken...>>,
            Left...> {};
  template <class> struct Sorted;
  template <class... Values> struct Sorted<std::tuple<Values...>> {
    using type = decltype(ext::oneapi::experimental::properties(std::declval<Values>()...));
  };

public:
  using type = typename Sorted<typename Add<std::tuple<As...>, Bs...>::type>::type;
};

/// What annotated objects tell of their properties.
template <class Properties> struct AnnotatedProperties {
  static_assert(ext::oneapi::experimental::is_property_list_v<Properties>,
                "The second argument is a list of properties.");
  template <class Key> static constexpr bool has_property() {
    return Properties::template has_property<Key>();
  }
  template <class Key> static constexpr auto get_property() {
    return Properties::template get_property<Key>();
  }
};

/// The list of properties whose values are given.
template <class... Values>
using ListOf = decltype(ext::oneapi::experimental::properties(std::declval<Values>()...));

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
