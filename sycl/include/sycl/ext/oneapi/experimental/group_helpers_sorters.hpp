// A header of DPC++.
#pragma once

#include <sycl/ext/oneapi/experimental/group_sort.hpp>
