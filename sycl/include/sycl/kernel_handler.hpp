// The class kernel_handler: reads specialization constants in device code (SYCL 2020, 4.9.6).
#pragma once

#include <sycl/specialization_id.hpp>

#ifdef __SYCL_DEVICE_ONLY__
// The compiler replaces calls of them by constants. Neither the id nor the buffer is known here.
// The bodies are never used: C++ wants them, because a type may have no linkage.
template <typename T>
T __sycl_getScalar2020SpecConstantValue(const char *, const void *id, const void *) {
  return *static_cast<const T *>(id);
}
template <typename T>
T __sycl_getComposite2020SpecConstantValue(const char *, const void *id, const void *) {
  return *static_cast<const T *>(id);
}
#endif

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
struct KernelHandlers;
inline const void *noValue() { return nullptr; }
} // namespace detail

class kernel_handler {
public:
  template <auto &Id>
  std::remove_reference_t<detail::SpecializationValue<Id>> get_specialization_constant() const {
    using T = detail::SpecializationValue<Id>;
#ifdef __SYCL_DEVICE_ONLY__
    if constexpr (std::is_scalar_v<T>)
      return __sycl_getScalar2020SpecConstantValue<T>("", &Id, nullptr);
    else
      return __sycl_getComposite2020SpecConstantValue<T>("", &Id, nullptr);
#else
    return *static_cast<const T *>(detail::noValue()); // never runs: kernels run on devices
#endif
  }

private:
  kernel_handler() = default;
  friend struct detail::KernelHandlers;
};

namespace detail {
struct KernelHandlers {
  static kernel_handler make() { return {}; }
};
} // namespace detail

} // namespace sycl
} // namespace ursa_sycl
