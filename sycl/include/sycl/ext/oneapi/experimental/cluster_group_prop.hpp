// DPC++'s header of the property cuda::cluster_size.
#pragma once

#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>
