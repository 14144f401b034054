// Atomic references by the names that DPC++ had before SYCL 2020
// (sycl_ext_oneapi_extended_atomics).
#pragma once

#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/memory_enums.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

using sycl::atomic_fence;
using sycl::atomic_ref;
using sycl::memory_order;
using sycl::memory_scope;

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
