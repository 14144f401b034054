// The same with std::extents, where the standard library has them, or else tests/sycl/future.
#include "khr_group_interface.cpp" // NOLINT(bugprone-suspicious-include)

#ifndef __cpp_lib_mdspan
#error "There is no <mdspan>."
#endif
