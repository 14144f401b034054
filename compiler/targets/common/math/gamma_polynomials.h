// Polynomials for gamma.h, interpolated at Chebyshev's points.

/// gamma(2 + x) for x in [0, 1], within 2^-28.
static float __attribute__((overloadable)) gammaFrom2(float x) {
  float sum = 0x1.9e7d92p-11f;
  sum = sum * x - 0x1.97c8c6p-10f;
  sum = sum * x + 0x1.51611ap-7f;
  sum = sum * x + 0x1.bbc076p-14f;
  sum = sum * x + 0x1.2fb3ccp-4f;
  sum = sum * x + 0x1.4e3562p-4f;
  sum = sum * x + 0x1.a5b916p-2f;
  sum = sum * x + 0x1.b0ee64p-2f;
  sum = sum * x + 0x1.0p+0f;
  return sum;
}

/// gamma(y) e^y y^(0.5 - y) for y = 1 / x and x in (0, 0.1], within 2^-33.
static float __attribute__((overloadable)) stirling(float x) {
  float sum = -0x1.bc77c8p-8f;
  sum = sum * x + 0x1.1d4a0cp-7f;
  sum = sum * x + 0x1.abcc3cp-3f;
  sum = sum * x + 0x1.40d932p+1f;
  return sum;
}

/// gamma(2 + x) for x in [0, 1], within 2^-57.
static double __attribute__((overloadable)) gammaFrom2(double x) {
  double sum = -0x1.61678760e530bp-24;
  sum = sum * x + 0x1.e60eb6c1bd1a0p-21;
  sum = sum * x - 0x1.466851c1f5b9cp-18;
  sum = sum * x + 0x1.238d48076ddf1p-16;
  sum = sum * x - 0x1.8fd9989e48bddp-15;
  sum = sum * x + 0x1.d2d2b3abf8285p-14;
  sum = sum * x - 0x1.ebd6d77c522dap-13;
  sum = sum * x + 0x1.fef9cb3580d11p-12;
  sum = sum * x - 0x1.e1859cab9e03ap-11;
  sum = sum * x + 0x1.13b9723e39d10p-9;
  sum = sum * x - 0x1.75e49e3ca31cdp-9;
  sum = sum * x + 0x1.6d7ed42ccd80fp-7;
  sum = sum * x - 0x1.17f325b2fb855p-12;
  sum = sum * x + 0x1.301fbb09812d7p-4;
  sum = sum * x + 0x1.4e239984a4919p-4;
  sum = sum * x + 0x1.a5b978b96b8d5p-2;
  sum = sum * x + 0x1.b0ee6072093dcp-2;
  sum = sum * x + 0x1.0p+0;
  return sum;
}

/// gamma(y) e^y y^(0.5 - y) for y = 1 / x and x in (0, 0.1], within 2^-53.
static double __attribute__((overloadable)) stirling(double x) {
  double sum = 0x1.9d0f1be965974p-10;
  sum = sum * x + 0x1.72eed04a92f64p-16;
  sum = sum * x - 0x1.8a58316c82607p-10;
  sum = sum * x + 0x1.71b1e8102106dp-13;
  sum = sum * x + 0x1.01960fed1ac2dp-9;
  sum = sum * x - 0x1.2d91f3e70dda5p-11;
  sum = sum * x - 0x1.b8792fe786d9cp-8;
  sum = sum * x + 0x1.1d32d71c05fa8p-7;
  sum = sum * x + 0x1.abcc42a9d8944p-3;
  sum = sum * x + 0x1.40d931ff62706p+1;
  return sum;
}
