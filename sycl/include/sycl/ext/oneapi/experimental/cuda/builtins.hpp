// Reads of memory that nobody writes meanwhile (sycl_ext_oneapi_cuda_tex_cache_read), on every
// device: as other reads.
#pragma once

#include <sycl/ext/oneapi/experimental/builtins.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental::cuda {

template <typename T> T ldg(const T *pointer) { return *pointer; }

} // namespace sycl::ext::oneapi::experimental::cuda
} // namespace ursa_sycl
