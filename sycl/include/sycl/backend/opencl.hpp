// Interoperation with OpenCL (SYCL 2020, appendix C), with the functions of OpenCL where its
// headers are installed.
#pragma once

#include <sycl/detail/opencl_interop.hpp>

#if __has_include(<CL/cl.h>)
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300 // otherwise <CL/cl.h> tells which version it assumes
#endif
#include <CL/cl.h>
#endif
