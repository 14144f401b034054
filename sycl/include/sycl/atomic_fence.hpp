// sycl::atomic_fence (SYCL 2020, 4.15.1).
#pragma once

#include <sycl/detail/atomics.hpp>

inline namespace ursa_sycl {
namespace sycl {

inline void atomic_fence(memory_order order, memory_scope scope) {
  if (order == memory_order::relaxed)
    return;
#ifdef __SYCL_DEVICE_ONLY__
  if (scope == memory_scope::system)
    __scoped_atomic_thread_fence(detail::atomicOrder(order), __MEMORY_SCOPE_SYSTEM);
  else if (scope == memory_scope::device)
    __scoped_atomic_thread_fence(detail::atomicOrder(order), __MEMORY_SCOPE_DEVICE);
  else
    __scoped_atomic_thread_fence(detail::atomicOrder(order), __MEMORY_SCOPE_WRKGRP);
#else
  (void)scope;
  __atomic_thread_fence(detail::atomicOrder(order));
#endif
}

} // namespace sycl
} // namespace ursa_sycl
