// The driver's kernels behind one of ours. Most drivers need one. NVIDIA's forgets nothing: a
// parameter that was once given USM takes neither a buffer nor null any more (the launch fails with
// CL_INVALID_KERNEL_ARGS, or the old address stays), so that such a launch needs another kernel.
#pragma once

#include "adapters/opencl/cl.h"

#include <bitset>
#include <functional>
#include <vector>

namespace ursa::opencl {

constexpr size_t kMostParameters = 1024; ///< OpenCL devices have 1024 bytes of them, NVIDIA's 32764
using ParameterSet = std::bitset<kMostParameters>;

/// Not thread safe. Owns a reference to each kernel.
class NativeKernels {
public:
  using Make = std::function<Result<cl_kernel>()>;

  /// Takes over the reference.
  explicit NativeKernels(cl_kernel first) : kernels_{{first, {}}} {}
  NativeKernels(const NativeKernels &) = delete;
  NativeKernels &operator=(const NativeKernels &) = delete;
  ~NativeKernels();

  /// Whether no parameter was ever given USM.
  bool areFresh() const { return areFresh_; }

  /// A kernel of which no parameters but @p usm were ever given USM; these count as given it from
  /// now on. When there is none, @p make makes one, so that there are at most as many as different
  /// sets. Errors: those of @p make.
  Result<cl_kernel> choose(const ParameterSet &usm, const Make &make);

  template <class Function> void forEach(Function function) const {
    for (const Kernel &kernel : kernels_)
      function(kernel.id);
  }

private:
  struct Kernel {
    cl_kernel id;
    ParameterSet usm; ///< parameters that were given it
  };

  std::vector<Kernel> kernels_;
  bool areFresh_ = true;
};

} // namespace ursa::opencl
