// As much of SYCL as the tests of the plugin need.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#ifdef __SYCL_DEVICE_ONLY__
template <typename T>
[[clang::sycl_external]] T __sycl_getScalar2020SpecConstantValue(const char *, const void *,
                                                                 const void *);
#endif

inline namespace ursa_sycl {
namespace sycl {
inline namespace v1 {

template <typename T> class specialization_id {
public:
  using value_type = T;
  template <class... Arguments>
  explicit constexpr specialization_id(Arguments &&...arguments)
      : value(std::forward<Arguments>(arguments)...) {}
  T value;
};

template <typename T> class accessor {
public:
  T *data;
  size_t count;
};
template <typename T> class local_accessor : public accessor<T> {};

} // namespace v1

namespace detail {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <auto &S> struct IdTag { friend const char *symbolicIdOf(IdTag); };
template <auto &S, class Id> struct DefineSymbolicId {
  friend const char *symbolicIdOf(IdTag<S>) { return Id::value; }
};
template <auto &S> const char *symbolicId() { return symbolicIdOf(IdTag<S>{}); }

} // namespace detail

#ifdef __SYCL_DEVICE_ONLY__
template <auto &S> auto read() {
  using T = typename std::remove_cv_t<std::remove_reference_t<decltype(S)>>::value_type;
  return __sycl_getScalar2020SpecConstantValue<T>("", &S, nullptr);
}
template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void launch(F f) { f(); }
#else
template <auto &S> auto read() { return S.value; }
template <class Name, class F> void launch(F) {}
#endif

/// As a queue launches: through functions of the headers.
template <class Name, class F> void submit(F f) { launch<Name>(f); }

} // namespace sycl
} // namespace ursa_sycl
