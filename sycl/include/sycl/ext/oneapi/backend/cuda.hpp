// DPC++'s name of <sycl/backend/cuda.hpp>.
#pragma once

#include <sycl/backend/cuda.hpp>
