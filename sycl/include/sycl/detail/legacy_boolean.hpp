// detail::Boolean, the results of comparisons in DPC++ before SYCL 2020, which programs name.
#pragma once

#include <sycl/vec.hpp>

#include <initializer_list>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::detail {

/// So many truths. As the elements of a vector, a truth is all bits set.
template <int N> struct Boolean {
  Boolean() = default;
  Boolean(std::initializer_list<bool> truths) {
    int i = 0;
    for (const bool truth : truths)
      if (i < N)
        truths_[i++] = truth;
  }
  /// The signs of the elements.
  template <class T> Boolean(const vec<T, N> &elements) {
    for (int i = 0; i < N; ++i)
      truths_[i] = elements[i] < T(0);
  }
  template <class T> operator vec<T, N>() const {
    vec<T, N> elements;
    for (int i = 0; i < N; ++i)
      elements[i] = truths_[i] ? static_cast<T>(-1) : T(0);
    return elements;
  }

private:
  alignas(storedCount(N)) bool truths_[storedCount(N)] = {};
};

/// One is a number: 1 or 0.
template <> struct Boolean<1> {
  Boolean(bool truth = false) : truth_(truth) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  Boolean(T number) : truth_(number != T(0)) {}
  operator bool() const { return truth_; }

private:
  bool truth_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
