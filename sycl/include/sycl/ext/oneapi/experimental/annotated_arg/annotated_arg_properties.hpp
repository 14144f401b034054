// A header of DPC++.
#pragma once

#include <sycl/ext/oneapi/experimental/common_annotated_properties/properties.hpp>
