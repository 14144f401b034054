#include "adapters/opencl/launch/native_kernels.h"

#include <algorithm>

namespace ursa::opencl {

NativeKernels::~NativeKernels() {
  for (const Kernel &kernel : kernels_)
    clReleaseKernel(kernel.id);
}

Result<cl_kernel> NativeKernels::choose(const ParameterSet &usm, const Make &make) {
  // Prefers a kernel that was launched with the same set, so that the sets of the others do not
  // grow.
  auto chosen = std::find_if(kernels_.begin(), kernels_.end(),
                             [&](const Kernel &kernel) { return kernel.usm == usm; });
  if (chosen == kernels_.end())
    chosen = std::find_if(kernels_.begin(), kernels_.end(),
                          [&](const Kernel &kernel) { return (kernel.usm & ~usm).none(); });
  if (chosen == kernels_.end()) {
    URSA_TRY(const cl_kernel made, make());
    chosen = kernels_.insert(kernels_.end(), {made, {}});
  }
  chosen->usm = usm;
  areFresh_ = areFresh_ && usm.none();
  return chosen->id;
}

} // namespace ursa::opencl
