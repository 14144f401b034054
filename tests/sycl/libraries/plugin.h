// What libraries.cpp asks of each library. All are compiled of the same source with another number,
// so that all their kernels, constants and variables have the same names.
#pragma once

#include <sycl/sycl.hpp>

#include <vector>

/// What the kernels of a library find. Each is a multiple of the library's number.
struct Found {
  int kernel;          ///< times 1: a lambda
  int function;        ///< times 2: an object of a class with external linkage
  int reduction;       ///< times 64
  int defaultConstant; ///< times 10
  int bundleConstant;  ///< the default in a bundle, as the host reads it: times 10
  int kernelOfBundle;  ///< times 3: by the id of the kernel
  int ofGraph;         ///< times 4
  int setByHandler;    ///< 7 of any library
  int setByBundle;     ///< 8 of any library
  int specialized;     ///< times 5: a member of the kernel object
  int hasKernels;      ///< 1: bundles have the kernels and the constant
  int counter;         ///< the device_global, to which a kernel has added the number
  int hostOfInline;    ///< @{ the number in an inline function and in its kernel
  int kernelOfInline;  ///< @}
};

/// The function `findAll` of a library.
using FindAll = void(sycl::queue *, Found *);
/// The functions `launch` and `launchInBundle`: the number of the library, by its kernel in a queue
/// and in a bundle of all kernels of the process.
using Launch = int(sycl::queue *);
/// The function `kernelId`: adds the id of the library's kernel.
using KernelId = void(std::vector<sycl::kernel_id> *);
