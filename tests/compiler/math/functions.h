// The kernels of functions.def for the type `real`.
#define KERNEL(name)                                                                               \
  kernel void m_##name(global const real *a, global const real *b, global const real *c,           \
                       global const int *n, global real *o, global real *p, global int *q)
#define AT(array) array[get_global_id(0)]

real add(real a, real b) { return a + b; }
real multiply(real a, real b) { return a * b; }
real quotient(real a, real b) { return a / b; }

#define U(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a)); }
#define B(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), AT(b)); }
#define T(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), AT(b), AT(c)); }
#define N(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), AT(n)); }
#define O(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), p + get_global_id(0)); }
#define E(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), q + get_global_id(0)); }
#define R(name, ...)                                                                               \
  KERNEL(name) { AT(o) = name(AT(a), AT(b), q + get_global_id(0)); }
#define L(name, ...)                                                                               \
  KERNEL(name) { AT(q) = name(AT(a)); }
#include "functions.def"
