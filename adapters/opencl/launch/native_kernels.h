// The driver's kernels for one of ours. Most drivers need one. With NVIDIA's driver, a parameter
// that once was USM accepts neither a buffer nor null any more (the launch fails with
// CL_INVALID_KERNEL_ARGS, or the old address stays), so such a launch needs another kernel.
#pragma once

#include "adapters/common/launch.h"
#include "adapters/opencl/driver/cl.h"

#include <bitset>
#include <functional>
#include <vector>

namespace ursa::opencl {

/// OpenCL guarantees 1024 bytes of arguments, NVIDIA 32764.
using ParameterSet = std::bitset<adapter::kMaxParameters>;

/// Not thread safe. Owns a reference to each kernel.
class NativeKernels {
public:
  using Make = std::function<Result<cl_kernel>()>;

  /// Takes ownership of the reference.
  explicit NativeKernels(cl_kernel first) : kernels_{{first, {}}} {}
  NativeKernels(const NativeKernels &) = delete;
  NativeKernels &operator=(const NativeKernels &) = delete;
  ~NativeKernels();

  /// Returns whether no parameter was ever USM.
  bool areUninitialized() const { return areFresh_; }

  /// Returns a kernel of which only the parameters in @p usm were ever USM, and records them. If
  /// there is none, calls @p make to create one, so there are at most as many kernels as different
  /// sets. Errors: those of @p make.
  Result<cl_kernel> choose(const ParameterSet &usm, const Make &make);

  template <class Function> void forEach(Function function) const {
    for (const Kernel &kernel : kernels_)
      function(kernel.id);
  }

private:
  struct Kernel {
    cl_kernel id;
    ParameterSet usm; ///< parameters that were USM in a launch
  };

  std::vector<Kernel> kernels_;
  bool areFresh_ = true;
};

} // namespace ursa::opencl
