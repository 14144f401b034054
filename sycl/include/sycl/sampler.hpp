// DPC++'s name of this header.
#pragma once

#include <sycl/detail/legacy_image.hpp>
#include <sycl/image.hpp>
