// The kernels of functions.def for the type `real`; with WIDTH, of vectors, of whose elements each
// work-item keeps its own.
#define KERNEL(name)                                                                               \
  kernel void m_##name(global const real *a, global const real *b, global const real *c,           \
                       global const int *n, global real *o, global real *p, global int *q)
#define ID get_global_id(0)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

#ifdef WIDTH
#define REALS PASTE(real, WIDTH)
#define INTS PASTE(int, WIDTH)
#define AT(array) PASTE(vload, WIDTH)(ID / WIDTH, array)
#define OWN(vector) (vector)[ID % WIDTH]
#else
#define REALS real
#define INTS int
#define AT(array) array[ID]
#define OWN(number) (number)
#endif

REALS add(REALS a, REALS b) { return a + b; }
REALS multiply(REALS a, REALS b) { return a * b; }
REALS quotient(REALS a, REALS b) { return a / b; }

#define RESULT(call) o[ID] = OWN(call)
#define WITH(type, array, call)                                                                    \
  type more;                                                                                       \
  RESULT(call);                                                                                    \
  array[ID] = OWN(more)

#define U(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a))); }
#define B(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), AT(b))); }
#define T(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), AT(b), AT(c))); }
#define N(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), AT(n))); }
#define L(name, ...)                                                                               \
  KERNEL(name) { q[ID] = OWN(name(AT(a))); }
#ifdef WIDTH
#define O(name, ...)                                                                               \
  KERNEL(name) { WITH(REALS, p, name(AT(a), &more)); }
#define E(name, ...)                                                                               \
  KERNEL(name) { WITH(INTS, q, name(AT(a), &more)); }
#define R(name, ...)                                                                               \
  KERNEL(name) { WITH(INTS, q, name(AT(a), AT(b), &more)); }
#else
#define O(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), p + ID)); }
#define E(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), q + ID)); }
#define R(name, ...)                                                                               \
  KERNEL(name) { RESULT(name(AT(a), AT(b), q + ID)); }
#endif
#include "functions.def"
