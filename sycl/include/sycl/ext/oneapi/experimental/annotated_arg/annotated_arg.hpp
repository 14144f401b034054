// Arguments of kernels with properties (sycl_ext_oneapi_annotated_arg).
#pragma once

#include <sycl/ext/oneapi/experimental/common_annotated_properties/properties.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// Behaves as the value; operators see what it converts to.
template <typename T, typename PropertyListT = empty_properties_t>
class annotated_arg : public sycl::detail::AnnotatedProperties<PropertyListT> {
public:
  using property_list_t = PropertyListT;

  annotated_arg() = default;
  annotated_arg(const T &value, const sycl::detail::NotDeduced<PropertyListT> & = {})
      : value_(value) {}
  template <typename First, typename... Rest, typename = typename First::key_t>
  annotated_arg(const T &value, const First &, const Rest &...) : value_(value) {
    static_assert(std::is_same_v<PropertyListT, sycl::detail::ListOf<First, Rest...>>,
                  "The properties are those of the type.");
  }
  template <typename U, typename Other,
            typename = std::enable_if_t<std::is_convertible_v<U, T> &&
                                        !std::is_same_v<Other, PropertyListT>>>
  explicit annotated_arg(const annotated_arg<U, Other> &other)
      : value_(static_cast<const U &>(other)) {}
  /// Adds properties to those of @p other.
  template <typename U, typename Other, typename More,
            typename = std::enable_if_t<is_property_list_v<More>>>
  explicit annotated_arg(const annotated_arg<U, Other> &other, const More &)
      : value_(static_cast<const U &>(other)) {
    static_assert(
        std::is_same_v<PropertyListT, typename sycl::detail::MergedProperties<Other, More>::type>,
        "The properties are those of the other argument and those that are given.");
  }

  operator T &() noexcept { return value_; }
  operator const T &() const noexcept { return value_; }
  /// The elements of a pointer, or of a class with this operator.
  template <typename Index> decltype(auto) operator[](const Index &index) const {
    return value_[index];
  }
  /// The members of what a pointer points to, or of a class with this operator.
  template <typename U = T> decltype(auto) operator->() const {
    if constexpr (std::is_pointer_v<U>)
      return static_cast<const U &>(value_);
    else
      return value_.operator->();
  }

private:
  T value_{};
};

template <typename T> annotated_arg(T) -> annotated_arg<T, empty_properties_t>;
template <typename T, typename First, typename... Rest,
          typename = std::enable_if_t<is_property_value_v<First>>>
annotated_arg(T, First, Rest...) -> annotated_arg<T, sycl::detail::ListOf<First, Rest...>>;
template <typename T, typename Values>
annotated_arg(T, properties<Values>) -> annotated_arg<T, properties<Values>>;
template <typename T, typename Other, typename Values>
annotated_arg(annotated_arg<T, Other>, properties<Values>)
    -> annotated_arg<T, typename sycl::detail::MergedProperties<Other, properties<Values>>::type>;

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
