// Properties and lists of them (SYCL 2020, 4.5.4).
#pragma once

#include <sycl/exception.hpp>

#include <memory>
#include <type_traits>
#include <typeinfo>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

template <class Property> struct is_property : std::false_type {};
template <class Property> inline constexpr bool is_property_v = is_property<Property>::value;
template <class Property, class Object> struct is_property_of : std::false_type {};
template <class Property, class Object>
inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

namespace detail {

/// The library and the program each make properties, so types are compared by name and not by the
/// address of a table, as a dynamic_cast may do.
struct AnyProperty {
  explicit AnyProperty(const std::type_info &given) : type(given) {}
  virtual ~AnyProperty() = default;
  const std::type_info &type;
};
template <class Property> struct HeldProperty : AnyProperty {
  explicit HeldProperty(const Property &given) : AnyProperty(typeid(Property)), property(given) {}
  Property property;
};

} // namespace detail

class property_list {
public:
  template <class... Properties, class = std::enable_if_t<(is_property_v<Properties> && ...)>>
  property_list(Properties... properties) {
    (all_.push_back(std::make_shared<detail::HeldProperty<Properties>>(properties)), ...);
  }

  template <class Property> bool has_property() const noexcept { return find<Property>(); }
  template <class Property> Property get_property() const {
    if (const Property *found = find<Property>())
      return *found;
    throw exception(make_error_code(errc::invalid), "The object has no such property.");
  }

private:
  template <class Property> const Property *find() const noexcept {
    for (const auto &each : all_)
      if (each->type == typeid(Property))
        return &static_cast<const detail::HeldProperty<Property> *>(each.get())->property;
    return nullptr;
  }

  std::vector<std::shared_ptr<const detail::AnyProperty>> all_;
};

class queue;

namespace property::queue {
class in_order {};
class enable_profiling {};
} // namespace property::queue
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property_of<property::queue::in_order, queue> : std::true_type {};
template <> struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
