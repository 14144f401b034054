// Lists of properties that are known when the program is compiled (sycl_ext_oneapi_properties):
//
//   device_global<int, decltype(properties(device_image_scope, host_access_read))> counter;
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#define SYCL_EXT_ONEAPI_PROPERTIES 1

namespace sycl::ext::oneapi::experimental {

/// The value of a property: its key, and the parameters of the value.
template <typename Key, typename... Parameters> struct property_value { using key_t = Key; };
template <typename Key, typename Parameter> struct property_value<Key, Parameter> {
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

/// Adds a value to a tuple that is sorted by the names of keys.
template <typename Value, typename... Values> constexpr auto insert(std::tuple<Values...> sorted) {
  if constexpr (sizeof...(Values) == 0) {
    return std::tuple<Value>();
  } else {
    using First = std::tuple_element_t<0, std::tuple<Values...>>;
    if constexpr (isBefore<Value, First>())
      return std::tuple_cat(std::tuple<Value>(), sorted);
    else
      return std::apply(
          [](auto first, auto... rest) {
            return std::tuple_cat(std::tuple<decltype(first)>(),
                                  insert<Value>(std::tuple<decltype(rest)...>()));
          },
          sorted);
  }
}
template <typename Sorted> constexpr Sorted sort(Sorted sorted) { return sorted; }
template <typename Sorted, typename First, typename... Rest>
constexpr auto sort(Sorted sorted, First, Rest... rest) {
  return sort(insert<First>(sorted), rest...);
}

} // namespace detail

/// @tparam Values a std::tuple of property values, sorted, so that the order in which a program
/// gives them makes no difference
template <typename Values> class properties;

template <typename... Values> class properties<std::tuple<Values...>> {
  static_assert((is_property_value_v<Values> && ...), "A list of properties has a value that is "
                                                      "none of a property.");
  template <typename Key, typename First, typename... Rest> static constexpr auto find() {
    if constexpr (std::is_same_v<typename First::key_t, Key>)
      return First();
    else
      return find<Key, Rest...>();
  }

public:
  template <typename... Given, typename = std::enable_if_t<sizeof...(Given) == 0 ||
                                                           sizeof...(Given) == sizeof...(Values)>>
  constexpr properties(Given...) {}

  template <typename Key> static constexpr bool has_property() {
    static_assert(is_property_key_v<Key>, "has_property takes the key of a property.");
    return (std::is_same_v<typename Values::key_t, Key> || ...);
  }
  /// Returns the value of a property that the list has.
  template <typename Key> static constexpr auto get_property() {
    static_assert(has_property<Key>(), "The list does not have this property.");
    return find<Key, Values...>();
  }
};
template <typename... Values>
properties(Values...)
    -> properties<decltype(detail::sort(std::tuple<>(), std::declval<Values>()...))>;

using empty_properties_t = properties<std::tuple<>>;

template <typename List> struct is_property_list : std::false_type {};
template <typename... Values>
struct is_property_list<properties<std::tuple<Values...>>> : std::true_type {};
template <typename List> inline constexpr bool is_property_list_v = is_property_list<List>::value;

} // namespace sycl::ext::oneapi::experimental
