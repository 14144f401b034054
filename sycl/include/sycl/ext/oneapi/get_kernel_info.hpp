// Queries of the program's kernels without a bundle (sycl_ext_oneapi_get_kernel_info).
#pragma once

#include <sycl/ext/oneapi/experimental/free_function_traits.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
inline kernel kernelFor(const kernel_id &id, const context &context) {
  return get_kernel_bundle<bundle_state::executable>(context, std::vector<kernel_id>{id})
      .get_kernel(id);
}
inline kernel kernelFor(const kernel_id &id, const queue &queue) {
  return get_kernel_bundle<bundle_state::executable>(queue.get_context(), {queue.get_device()},
                                                     std::vector<kernel_id>{id})
      .get_kernel(id);
}
/// @tparam Parameter a query of kernels on a device, or of kernels in queues
template <class Parameter>
typename Parameter::return_type infoFor(const kernel_id &id, const queue &queue) {
  using Query = std::remove_cv_t<Parameter>;
  const kernel one = kernelFor(id, queue);
  if constexpr (isQueueSpecific<Query>)
    return one.template ext_oneapi_get_info<Query>(queue);
  else
    return one.template get_info<Query>(queue.get_device());
}
} // namespace detail

namespace ext::oneapi {

/// @{ As kernel::get_info, for the kernel that a type names.
template <class KernelName, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const context &context) {
  return sycl::detail::kernelFor(sycl::get_kernel_id<KernelName>(), context)
      .template get_info<Parameter>();
}
template <class KernelName, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const context &context,
                                                                const device &device) {
  return sycl::detail::kernelFor(sycl::get_kernel_id<KernelName>(), context)
      .template get_info<Parameter>(device);
}
template <class KernelName, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const queue &queue) {
  return sycl::detail::infoFor<Parameter>(sycl::get_kernel_id<KernelName>(), queue);
}
/// @}

namespace experimental {
using oneapi::get_kernel_info;

/// @{ The same for a function that is a kernel.
template <auto *Func, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const context &context) {
  return sycl::detail::kernelFor(get_kernel_id<Func>(), context).template get_info<Parameter>();
}
template <auto *Func, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const context &context,
                                                                const device &device) {
  return sycl::detail::kernelFor(get_kernel_id<Func>(), context)
      .template get_info<Parameter>(device);
}
template <auto *Func, class Parameter>
URSA_SYCL_LOCAL typename Parameter::return_type get_kernel_info(const queue &queue) {
  return sycl::detail::infoFor<Parameter>(get_kernel_id<Func>(), queue);
}
/// @}

} // namespace experimental
} // namespace ext::oneapi
} // namespace sycl
} // namespace ursa_sycl
