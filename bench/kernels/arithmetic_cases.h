// The cases of arithmetic.cl.
#pragma once

#include "bench/kernels/cases.h"

namespace ursa::bench {

KernelCase blackScholes(bool isTiny);
KernelCase doubleMix(bool isTiny);
KernelCase collatz(bool isTiny);
KernelCase raytrace(bool isTiny);

} // namespace ursa::bench
