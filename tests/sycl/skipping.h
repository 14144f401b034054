// What a test needs of the default device. Where it is missing, the program returns kSkipped.
#pragma once

#include <sycl/sycl.hpp>

constexpr int kSkipped = 77;

/// Returns whether kernels and the host can access the same memory.
inline bool hasSharedMemory() { return sycl::device().has(sycl::aspect::usm_shared_allocations); }
