// Reports what kernels may not do, at its place in the source, with the chain of calls that leads
// to it from a kernel: SYCL 2020, section 5.4 "Language restrictions for device functions", and
// section 3.13.1 for the objects that kernels take. Clang itself reports hardly any of this.
#pragma once

#include "compiler/frontend/sycl/device_code.h"

namespace ursa::sycl {

/// Checks the objects of kernels, and every function with a definition that a kernel may call.
/// Reports each place once.
void checkDeviceCode(clang::ASTContext &context, const std::vector<Kernel> &kernels);

} // namespace ursa::sycl
