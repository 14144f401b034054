// Declarations that the two translation units share.
#pragma once

#include <sycl/sycl.hpp>

/// One constant of the program: both units read it, and the host sets it in each.
inline constexpr sycl::specialization_id<float> factor{2.0f};

/// A device function that is defined in scale.cpp.
SYCL_EXTERNAL float scaled(float value, float by);

/// Multiplies @p count values by @p by, which the kernel reads as a specialization constant.
sycl::event scale(sycl::queue &queue, float *values, std::size_t count, float by);
