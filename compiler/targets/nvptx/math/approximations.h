// The device's approximations, and operations that are one instruction.

/// A helper of several types.
#define OVERLOADED static __attribute__((overloadable))

#define as_int(x) __builtin_astype((x), int)
#define INFINITE as_float(0x7F800000)

/// 2^x with a relative error of 2^-22.5; subnormal results are 0.
static float powerOfTwo(float x) { return __nvvm_ex2_approx_ftz_f(x); }

/// The logarithm to base 2 of a normal number, with an error of 2^-22.
static float logarithmToBase2(float x) { return __nvvm_lg2_approx_ftz_f(x); }

/// 1 / sqrt(x) with a relative error of 2^-20; clang has no built-in function for the instruction.
#ifndef approximateReciprocalRoot
double approximateReciprocalRoot(double x) __asm("llvm.nvvm.rsqrt.approx.ftz.d");
#endif

/// 1 / x with an error of an ulp; subnormal results are 0.
static float reciprocal(float x) { return __nvvm_rcp_approx_ftz_f(x); }

OVERLOADED float fusedMultiplyAdd(float a, float b, float c) {
  return __builtin_elementwise_fma(a, b, c);
}

/// The nearer end if a number lies outside; the lower one for what is not a number.
static float limited(float x, float least, float largest) {
  return __builtin_elementwise_minnum(__builtin_elementwise_maxnum(x, least), largest);
}

/// The nearest number between 0 and 1; 0 for what is not a number.
static float betweenZeroAndOne(float x) { return __nvvm_saturate_f(x); }

/// The signs of numbers, also of zeros and of what is not a number.
OVERLOADED int hasSign(float x) { return as_int(x) < 0; }

OVERLOADED float withSign(float size, float sign) {
  return __builtin_elementwise_copysign(size, sign);
}

/// The nearest whole number of a float between -2^21 and 2^21, and its bits.
OVERLOADED float nearest(float x, int *bits) {
  const float shifted = x + 0x1.8p23f;
  *bits = as_int(shifted);
  return shifted - 0x1.8p23f;
}
