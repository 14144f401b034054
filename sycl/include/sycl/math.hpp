// The built-in functions of SYCL 2020 (4.17.5 to 4.17.9): math, native, half precision, integer,
// common, geometric and relational functions of scalars, vec, swizzles and marray, for host and
// device.
#pragma once

#include <sycl/detail/math_common.hpp>
#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_geometric.hpp>
#include <sycl/detail/math_integers.hpp>
#include <sycl/detail/math_native.hpp>
#include <sycl/detail/math_pointers.hpp>
#include <sycl/detail/math_relational.hpp>
