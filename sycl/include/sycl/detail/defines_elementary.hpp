// DPC++'s name of this header.
#pragma once

#include <sycl/detail/defines.hpp>
