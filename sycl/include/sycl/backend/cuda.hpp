// Interoperation with CUDA, with the functions of CUDA where its headers are installed.
#pragma once

#include <sycl/detail/cuda_interop.hpp>

#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
