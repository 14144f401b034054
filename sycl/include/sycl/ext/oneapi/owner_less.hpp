// A header of DPC++.
#pragma once

#include <sycl/ext/oneapi/weak_object.hpp>
