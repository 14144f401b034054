// Pointers with properties (sycl_ext_oneapi_annotated_ptr):
//
//   annotated_ptr numbers(memory, alignment<64>);
#pragma once

#include <sycl/ext/oneapi/experimental/common_annotated_properties/properties.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// An element that an annotated_ptr points to. What reads or writes it returns the value.
template <typename T, typename PropertyListT = empty_properties_t> class annotated_ref {
public:
  annotated_ref(const annotated_ref &) = delete;
  operator std::remove_const_t<T>() const { return *pointer_; }
  T operator=(const annotated_ref &other) const { return *pointer_ = *other.pointer_; }
#define URSA_SYCL_ASSIGN(OP)                                                                       \
  template <typename U> T operator OP(U &&value) const {                                           \
    return *pointer_ OP std::forward<U>(value);                                                    \
  }
  URSA_SYCL_ASSIGN(=)
  URSA_SYCL_ASSIGN(+=)
  URSA_SYCL_ASSIGN(-=)
  URSA_SYCL_ASSIGN(*=)
  URSA_SYCL_ASSIGN(/=)
  URSA_SYCL_ASSIGN(%=)
  URSA_SYCL_ASSIGN(<<=)
  URSA_SYCL_ASSIGN(>>=)
  URSA_SYCL_ASSIGN(&=)
  URSA_SYCL_ASSIGN(|=)
  URSA_SYCL_ASSIGN(^=)
#undef URSA_SYCL_ASSIGN
  T operator++() const { return ++*pointer_; }
  T operator++(int) const { return (*pointer_)++; }
  T operator--() const { return --*pointer_; }
  T operator--(int) const { return (*pointer_)--; }

private:
  template <typename, typename> friend class annotated_ptr;
  explicit annotated_ref(T *pointer) : pointer_(pointer) {}

  T *const pointer_;
};

/// Behaves as a pointer, and converts to one.
template <typename T, typename PropertyListT = empty_properties_t>
class annotated_ptr : public sycl::detail::AnnotatedProperties<PropertyListT> {
public:
  using element_type = T;
  using pointer = T *;
  using reference = annotated_ref<T, PropertyListT>;
  using difference_type = std::ptrdiff_t;

  annotated_ptr() noexcept = default;
  annotated_ptr(const annotated_ptr &) = default;
  annotated_ptr &operator=(const annotated_ptr &) = default;
  explicit annotated_ptr(T *pointer, const sycl::detail::NotDeduced<PropertyListT> & = {}) noexcept
      : pointer_(pointer) {}
  template <typename First, typename... Rest, typename = typename First::key_t>
  explicit annotated_ptr(T *pointer, const First &, const Rest &...) noexcept : pointer_(pointer) {
    static_assert(std::is_same_v<PropertyListT, sycl::detail::ListOf<First, Rest...>>,
                  "The properties are those of the type.");
  }
  template <typename U, typename Other,
            typename = std::enable_if_t<std::is_convertible_v<U *, T *>>>
  explicit annotated_ptr(const annotated_ptr<U, Other> &other) noexcept : pointer_(other.get()) {}
  /// Adds properties to those of @p other.
  template <typename U, typename Other, typename More,
            typename = std::enable_if_t<std::is_convertible_v<U *, T *>>>
  explicit annotated_ptr(const annotated_ptr<U, Other> &other, const More &) noexcept
      : pointer_(other.get()) {
    static_assert(
        std::is_same_v<PropertyListT, typename sycl::detail::MergedProperties<Other, More>::type>,
        "The properties are those of the other pointer and those that are given.");
  }

  operator T *() const noexcept { return pointer_; }
  T *get() const noexcept { return pointer_; }
  reference operator*() const noexcept { return reference(pointer_); }
  T *operator->() const noexcept { return pointer_; }
  reference operator[](difference_type index) const noexcept { return reference(pointer_ + index); }
  annotated_ptr operator+(size_t offset) const noexcept { return annotated_ptr(pointer_ + offset); }

  annotated_ptr &operator=(T *pointer) noexcept {
    pointer_ = pointer;
    return *this;
  }
  annotated_ptr &operator++() noexcept {
    ++pointer_;
    return *this;
  }
  annotated_ptr operator++(int) noexcept { return annotated_ptr(pointer_++); }
  annotated_ptr &operator--() noexcept {
    --pointer_;
    return *this;
  }
  annotated_ptr operator--(int) noexcept { return annotated_ptr(pointer_--); }
  annotated_ptr &operator+=(difference_type n) noexcept {
    pointer_ += n;
    return *this;
  }
  annotated_ptr &operator-=(difference_type n) noexcept {
    pointer_ -= n;
    return *this;
  }

private:
  T *pointer_ = nullptr;
};

template <typename T> annotated_ptr(T *) -> annotated_ptr<T, empty_properties_t>;
template <typename T, typename First, typename... Rest,
          typename = std::enable_if_t<is_property_value_v<First>>>
annotated_ptr(T *, First, Rest...) -> annotated_ptr<T, sycl::detail::ListOf<First, Rest...>>;
template <typename T, typename Values>
annotated_ptr(T *, properties<Values>) -> annotated_ptr<T, properties<Values>>;
template <typename T, typename Other, typename Values>
annotated_ptr(annotated_ptr<T, Other>, properties<Values>)
    -> annotated_ptr<T, typename sycl::detail::MergedProperties<Other, properties<Values>>::type>;

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
