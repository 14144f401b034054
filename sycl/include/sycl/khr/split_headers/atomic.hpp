// Atomic references and fences, and the class atomic (sycl_khr_split_headers).
#pragma once

#include <sycl/atomic.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/memory_enums.hpp>
