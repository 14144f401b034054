// The scalar types of OpenCL (SYCL 2020, table of appendix C.3), which have the same size on host
// and device.
#pragma once

#include <sycl/half.hpp>

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;

} // namespace opencl

/// @{ SYCL 1.2.1 had them here. The types of <CL/cl.h> have the same names, so that only those of
/// the same type are here.
using opencl::cl_char;
using opencl::cl_double;
using opencl::cl_float;
using opencl::cl_int;
using opencl::cl_long;
using opencl::cl_short;
using opencl::cl_uchar;
using opencl::cl_uint;
using opencl::cl_ulong;
using opencl::cl_ushort;
/// @}

} // namespace sycl
} // namespace ursa_sycl
