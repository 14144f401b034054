// Vector types, and vector functions that call scalar ones per element: this code does not include
// OpenCL's header.
#define VECTORS(type)                                                                              \
  typedef type type##2 __attribute__((ext_vector_type(2)));                                        \
  typedef type type##3 __attribute__((ext_vector_type(3)));                                        \
  typedef type type##4 __attribute__((ext_vector_type(4)));                                        \
  typedef type type##8 __attribute__((ext_vector_type(8)));                                        \
  typedef type type##16 __attribute__((ext_vector_type(16)));
typedef unsigned int uint;
typedef unsigned long ulong;
VECTORS(float)
VECTORS(double)
VECTORS(int)

/// A function of OpenCL. A module that links it may inline it; other functions of the library do
/// not.
#define BUILTIN __attribute__((overloadable, noinline))

#define HALVES_1(name, type)                                                                       \
  BUILTIN type name(type a) { return (type)(name(a.lo), name(a.hi)); }
#define FOR_VECTORS_1(name, type)                                                                  \
  HALVES_1(name, type##2)                                                                          \
  BUILTIN type##3 name(type##3 a) { return (type##3)(name(a.s01), name(a.s2)); }                   \
  HALVES_1(name, type##4)                                                                          \
  HALVES_1(name, type##8)                                                                          \
  HALVES_1(name, type##16)

#define HALVES_2(name, type, other)                                                                \
  BUILTIN type name(type a, other b) { return (type)(name(a.lo, b.lo), name(a.hi, b.hi)); }
#define FOR_VECTORS_2(name, type, other)                                                           \
  HALVES_2(name, type##2, other##2)                                                                \
  BUILTIN type##3 name(type##3 a, other##3 b) {                                                    \
    return (type##3)(name(a.s01, b.s01), name(a.s2, b.s2));                                        \
  }                                                                                                \
  HALVES_2(name, type##4, other##4)                                                                \
  HALVES_2(name, type##8, other##8)                                                                \
  HALVES_2(name, type##16, other##16)

/// The second argument is the same for all elements.
#define HALVES_SCALAR(name, type, other)                                                           \
  BUILTIN type name(type a, other b) { return (type)(name(a.lo, b), name(a.hi, b)); }
#define FOR_VECTORS_SCALAR(name, type, other)                                                      \
  HALVES_SCALAR(name, type##2, other)                                                              \
  BUILTIN type##3 name(type##3 a, other b) { return (type##3)(name(a.s01, b), name(a.s2, b)); }    \
  HALVES_SCALAR(name, type##4, other)                                                              \
  HALVES_SCALAR(name, type##8, other)                                                              \
  HALVES_SCALAR(name, type##16, other)

/// The last argument points to ints in @p space. The private overload comes first, because the
/// others call it.
#define PARAMETERS_1(type) type a
#define PART_1(part) a.part
#define PARAMETERS_2(type) type a, type b
#define PART_2(part) a.part, b.part
#define STORING(name, type, count, space, parameters, part, lower, lowerCount, upper, upperCount)  \
  BUILTIN type##count name(parameters(type##count), space int##count *stored) {                    \
    int##lowerCount first;                                                                         \
    int##upperCount second;                                                                        \
    const type##lowerCount result = name(part(lower), &first);                                     \
    const type##count both = (type##count)(result, name(part(upper), &second));                    \
    *stored = (int##count)(first, second);                                                         \
    return both;                                                                                   \
  }
#define FOR_VECTORS_STORING(name, type, space, parameters, part)                                   \
  STORING(name, type, 2, space, parameters, part, lo, , hi, )                                      \
  STORING(name, type, 3, space, parameters, part, s01, 2, s2, )                                    \
  STORING(name, type, 4, space, parameters, part, lo, 2, hi, 2)                                    \
  STORING(name, type, 8, space, parameters, part, lo, 4, hi, 4)                                    \
  STORING(name, type, 16, space, parameters, part, lo, 8, hi, 8)

#define as_uint(x) __builtin_astype((x), uint)
#define as_float(x) __builtin_astype((x), float)
#define NOT_A_NUMBER as_float(0x7FC00000)
#define fabs __builtin_elementwise_abs
