// NVPTX's functions for a CPU: the test has the device's approximations, and libclc's functions.
float approximatePowerOfTwo(float x);
float approximatePowerOfTwoWithSubnormals(float x);
float approximateReciprocal(float x);
double approximateReciprocalOfDouble(double x);
#define __nvvm_ex2_approx_ftz_f approximatePowerOfTwo
#define __nvvm_ex2_approx_f approximatePowerOfTwoWithSubnormals
#define __nvvm_rcp_approx_ftz_f approximateReciprocal
#define __nvvm_rcp_approx_ftz_d approximateReciprocalOfDouble
#include "compiler/targets/nvptx/math/functions.cl"
