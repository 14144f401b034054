// NVPTX's functions for a CPU: the test has the device's approximations, and libclc's functions.
float approximatePowerOfTwo(float x);
float approximatePowerOfTwoWithSubnormals(float x);
float approximateReciprocal(float x);
float approximateLogarithm(float x);
float approximateReciprocalRootOfFloat(float x);
double approximateReciprocalOfDouble(double x);
double approximateReciprocalRoot(double x);
#define __nvvm_ex2_approx_ftz_f approximatePowerOfTwo
#define __nvvm_ex2_approx_f approximatePowerOfTwoWithSubnormals
#define __nvvm_rcp_approx_ftz_f approximateReciprocal
#define __nvvm_rcp_approx_ftz_d approximateReciprocalOfDouble
#define __nvvm_lg2_approx_ftz_f approximateLogarithm
#define __nvvm_rsqrt_approx_f approximateReciprocalRootOfFloat
#define __nvvm_saturate_f(x) ((x) > 0.0f ? (x) < 1.0f ? (x) : 1.0f : 0.0f)
#define approximateReciprocalRoot approximateReciprocalRoot
#include "compiler/targets/nvptx/math/functions.cl"
