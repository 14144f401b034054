// Sine and cosine: of the rest after quarter turns, by polynomials.

BUILTIN float libclc_sin(float x);
BUILTIN float libclc_cos(float x);

/// Up to here the rest is exact enough with three parts of pi / 2, of which the first one's product
/// is exact.
#define FEW_QUARTERS 48039.0f

/// The angle without whole quarter turns, which is at most pi / 4.
OVERLOADED float restOfQuarters(float x, int *quarters) {
  const float whole = nearest(x * 0x1.45f306p-1f, quarters);
  float rest = fusedMultiplyAdd(whole, -0x1.921fb4p+0f, x);
  rest = fusedMultiplyAdd(whole, -0x1.4442d0p-24f, rest);
  return fusedMultiplyAdd(whole, -0x1.846988p-48f, rest);
}

/// The sine of an angle plus so many quarter turns. Neighbouring work-items have other quarters, so
/// that there is no branch.
OVERLOADED float sineAfter(float rest, int quarters) {
  const int isCosine = quarters & 1;
  const float square = rest * rest;
  float sum = isCosine ? -1.35914062e-3f : -1.95184548e-4f;
  sum = fusedMultiplyAdd(sum, square, isCosine ? 4.16557342e-2f : 8.33219010e-3f);
  sum = fusedMultiplyAdd(sum, square, isCosine ? -0.499998838f : -0.166666552f);
  const float first = isCosine ? 1.0f : rest;
  const float size = first * fusedMultiplyAdd(sum, square, 1.0f); // which keeps the sign of 0
  return quarters & 2 ? -size : size;
}

BUILTIN float sin(float x) {
  if (!(fabs(x) < FEW_QUARTERS))
    return libclc_sin(x);
  int quarters;
  const float rest = restOfQuarters(x, &quarters);
  return sineAfter(rest, quarters);
}
FOR_VECTORS_1(sin, float)

BUILTIN float cos(float x) {
  if (!(fabs(x) < FEW_QUARTERS))
    return libclc_cos(x);
  int quarters;
  const float rest = restOfQuarters(x, &quarters);
  return sineAfter(rest, quarters + 1);
}
FOR_VECTORS_1(cos, float)
