// Lists of properties, which are known when the program is compiled, but for the values of some
// (sycl_ext_oneapi_properties):
//
//   device_global<int, decltype(properties(device_image_scope, host_access_read))> counter;
//   queue.parallel_for(space, properties(cuda::cluster_size(sycl::range<1>(2))), function);
#pragma once

#include <sycl/is_device_copyable.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

namespace detail {

/// Members of the values of a key beside their parameters.
template <typename Key, typename... Parameters> struct ValueMembers {};

} // namespace detail

/// The value of a property: its key, and the parameters of the value.
template <typename Key, typename... Parameters>
struct property_value : detail::ValueMembers<Key, Parameters...> {
  using key_t = Key;
};
template <typename Key, typename Parameter>
struct property_value<Key, Parameter> : detail::ValueMembers<Key, Parameter> {
  using key_t = Key;
  using value_t = Parameter;
  static constexpr auto value = Parameter::value;
};
template <typename Key, typename... As, typename... Bs>
constexpr bool operator==(const property_value<Key, As...> &, const property_value<Key, Bs...> &) {
  return std::is_same_v<property_value<Key, As...>, property_value<Key, Bs...>>;
}
template <typename Key, typename... As, typename... Bs>
constexpr bool operator!=(const property_value<Key, As...> &a,
                          const property_value<Key, Bs...> &b) {
  return !(a == b);
}

template <typename Key> struct is_property_key : std::false_type {};
template <typename Key, typename Object> struct is_property_key_of : std::false_type {};
template <typename Value> struct is_property_value : std::false_type {};
template <typename Key, typename... Parameters>
struct is_property_value<property_value<Key, Parameters...>> : is_property_key<Key> {};
template <typename Value, typename Object> struct is_property_value_of : std::false_type {};
template <typename Key, typename... Parameters, typename Object>
struct is_property_value_of<property_value<Key, Parameters...>, Object>
    : is_property_key_of<Key, Object> {};

template <typename Key> inline constexpr bool is_property_key_v = is_property_key<Key>::value;
template <typename Key, typename Object>
inline constexpr bool is_property_key_of_v = is_property_key_of<Key, Object>::value;
template <typename Value>
inline constexpr bool is_property_value_v = is_property_value<Value>::value;
template <typename Value, typename Object>
inline constexpr bool is_property_value_of_v = is_property_value_of<Value, Object>::value;

namespace detail {

template <typename Key> constexpr const char *keyName() { return __PRETTY_FUNCTION__; }

template <typename A, typename B> constexpr bool isBefore() {
  const char *a = keyName<typename A::key_t>();
  const char *b = keyName<typename B::key_t>();
  while (*a && *a == *b)
    ++a, ++b;
  return *a < *b;
}

/// Adds a value to a type of tuples that is sorted by the names of keys.
template <typename Value, typename Sorted, typename Passed = std::tuple<>> struct Insert;
template <typename Value, typename... Passed>
struct Insert<Value, std::tuple<>, std::tuple<Passed...>> {
  using type = std::tuple<Passed..., Value>;
};
template <typename Type> struct Chosen { using type = Type; };
template <typename Value, typename First, typename... Rest, typename... Passed>
struct Insert<Value, std::tuple<First, Rest...>, std::tuple<Passed...>>
    : std::conditional_t<isBefore<Value, First>(),
                         Chosen<std::tuple<Passed..., Value, First, Rest...>>,
                         Insert<Value, std::tuple<Rest...>, std::tuple<Passed..., First>>> {};

template <typename Sorted, typename... Values> struct Sort { using type = Sorted; };
template <typename Sorted, typename First, typename... Rest>
struct Sort<Sorted, First, Rest...> : Sort<typename Insert<First, Sorted>::type, Rest...> {};

/// Whether a property has a value that is not part of its type.
template <typename Key> inline constexpr bool hasValue = !std::is_empty_v<Key>;

} // namespace detail

/// @tparam Values a std::tuple of property values, sorted, so that the order in which a program
/// gives them makes no difference
template <typename Values> class properties;

template <typename... Values> class properties<std::tuple<Values...>> {
  static_assert((is_property_value_v<Values> && ...), "A list of properties has a value that is "
                                                      "none of a property.");
  template <typename Key>
  static constexpr int count = (0 + ... + int(std::is_same_v<typename Values::key_t, Key>));
  static_assert(((count<typename Values::key_t> == 1) && ...),
                "A list of properties has two values of one property.");
  template <typename Key, typename First, typename... Rest> static constexpr auto find() {
    if constexpr (std::is_same_v<typename First::key_t, Key>)
      return First();
    else
      return find<Key, Rest...>();
  }
  template <typename Value, typename... Given>
  static constexpr Value pick(const std::tuple<Given...> &given) {
    if constexpr (sizeof...(Given) == 0)
      return Value();
    else
      return std::get<Value>(given);
  }

public:
  template <typename... Given, typename = std::enable_if_t<sizeof...(Given) == 0 ||
                                                           sizeof...(Given) == sizeof...(Values)>>
  constexpr properties(Given... given)
      : values_(pick<Values>(std::tuple<std::decay_t<Given>...>(given...))...) {}

  template <typename Key> static constexpr bool has_property() {
    static_assert(is_property_key_v<Key>, "has_property takes the key of a property.");
    return (std::is_same_v<typename Values::key_t, Key> || ...);
  }
  /// @{ Returns the value of a property that the list has.
  template <typename Key, std::enable_if_t<!detail::hasValue<Key>, int> = 0>
  static constexpr auto get_property() {
    static_assert(has_property<Key>(), "The list does not have this property.");
    return find<Key, Values...>();
  }
  template <typename Key, std::enable_if_t<detail::hasValue<Key>, int> = 1>
  constexpr Key get_property() const {
    static_assert(has_property<Key>(), "The list does not have this property.");
    return std::get<Key>(values_);
  }
  /// @}

private:
  std::tuple<Values...> values_;
};
template <typename... Values>
properties(Values...) -> properties<typename detail::Sort<std::tuple<>, Values...>::type>;

using empty_properties_t = properties<std::tuple<>>;

template <typename List> struct is_property_list : std::false_type {};
template <typename... Values>
struct is_property_list<properties<std::tuple<Values...>>> : std::true_type {};
template <typename List> inline constexpr bool is_property_list_v = is_property_list<List>::value;

} // namespace sycl::ext::oneapi::experimental

namespace sycl {

/// The values are members of a std::tuple, which is not trivially copyable.
template <typename... Values>
struct is_device_copyable<ext::oneapi::experimental::properties<std::tuple<Values...>>>
    : is_device_copyable<std::tuple<Values...>> {};

} // namespace sycl
} // namespace ursa_sycl
