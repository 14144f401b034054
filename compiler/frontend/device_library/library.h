// Declarations that the sources of the device library share. They are SYCL device code, so that
// their functions have the types that clang gives the same functions in programs. A program's own
// definitions replace them.
#pragma once

#define LIBRARY extern "C" [[clang::sycl_external]] __attribute__((weak))
#define OPENCL extern "C" [[clang::sycl_external]]
using Size = decltype(sizeof(0));

#define PRIVATE __attribute__((opencl_private))
