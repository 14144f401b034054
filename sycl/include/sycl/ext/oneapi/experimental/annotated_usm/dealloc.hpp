// A header of DPC++.
#pragma once

#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_base.hpp>
