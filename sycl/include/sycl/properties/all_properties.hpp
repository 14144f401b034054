// A header of DPC++, whose headers include more than their names say.
#pragma once

#include <sycl/sycl.hpp>
