// All macros of SYCL and of its extensions (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/defines.hpp>
