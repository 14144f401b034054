// libclc's float lgamma is infinite below 0 where x sin(pi x) underflows, and negative for
// -infinity.

BUILTIN float libclc_lgamma(float x);
BUILTIN float libclc_lgamma_r(float x, private int *sign);

/// Returns a number whose lgamma has about the same magnitude.
static float mirrored(float x) {
  return (x < 0.0f && x > -0x1p-24f) || x == -__builtin_inff() ? -x : x;
}

BUILTIN float lgamma(float x) { return libclc_lgamma(mirrored(x)); }
FOR_VECTORS_1(lgamma, float)

#define LGAMMA_R(space)                                                                            \
  BUILTIN float lgamma_r(float x, space int *sign) {                                               \
    const float mirror = mirrored(x);                                                              \
    int own;                                                                                       \
    const float result = libclc_lgamma_r(mirror, &own);                                            \
    *sign = mirror != x && x > -1.0f ? -1 : own;                                                   \
    return result;                                                                                 \
  }                                                                                                \
  FOR_VECTORS_STORING(lgamma_r, float, space, PARAMETERS_1, PART_1)
LGAMMA_R(private)
LGAMMA_R(global)
LGAMMA_R(local)
