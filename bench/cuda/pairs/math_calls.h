// The functions of math.cpp and math.cu: X(function, type, lowest, highest argument).
#pragma once

#define MATH_FLOAT(X)                                                                              \
  X(exp, float, -5, 5)                                                                             \
  X(log, float, 0.01, 10)                                                                          \
  X(sin, float, -10, 10)                                                                           \
  X(cos, float, -10, 10)                                                                           \
  X(tanh, float, -3, 3)                                                                            \
  X(erf, float, -3, 3)                                                                             \
  X(erfc, float, -3, 3)                                                                            \
  X(atan, float, -5, 5)                                                                            \
  X(exp2, float, -5, 5)                                                                            \
  X(log2, float, 0.01, 10)                                                                         \
  X(cbrt, float, 0.01, 100)                                                                        \
  X(rsqrt, float, 0.01, 100)
#define MATH_DOUBLE(X)                                                                             \
  X(exp, double, -5, 5)                                                                            \
  X(log, double, 0.01, 10)                                                                         \
  X(sin, double, -10, 10)                                                                          \
  X(cos, double, -10, 10)                                                                          \
  X(tan, double, -10, 10)                                                                          \
  X(erf, double, -3, 3)                                                                            \
  X(atan, double, -5, 5)                                                                           \
  X(rsqrt, double, 0.01, 100)                                                                      \
  X(sqrt, double, 0.01, 100)                                                                       \
  X(cbrt, double, 0.01, 100)                                                                       \
  X(tanh, double, -3, 3)                                                                           \
  X(sinh, double, -3, 3)                                                                           \
  X(exp2, double, -5, 5)                                                                           \
  X(log2, double, 0.01, 10)                                                                        \
  X(log10, double, 0.01, 10)
// Functions of two arguments.
#define MATH_PAIRS(X)                                                                              \
  X(pow, float, 0.01, 10)                                                                          \
  X(atan2, float, -5, 5)                                                                           \
  X(pow, double, 0.01, 10)                                                                         \
  X(atan2, double, -5, 5)

constexpr unsigned kItems = 1 << 22, kCalls = 64, kGroup = 256;

// The first argument of a work-item, and the next of its calls.
#define MATH_FIRST(type, low, high, item)                                                          \
  (type(low) + type(item * 2654435761u) * type((double(high) - (low)) * 0x1p-32))
#define MATH_NEXT(type, high, x) (x * type(0.99) + type(0.01) * type(high))
