// The name of DPC++ for the header of sycl::half.
#pragma once

#include <sycl/half.hpp>
