// The error function and its complement.

/// The logarithm to base 2 of the complement, for x between 1 and 4.05.
static float logarithmOfComplement(float x) {
  float sum = -2.09957434e-5f;
  sum = fusedMultiplyAdd(sum, x, 4.89528000e-4f);
  sum = fusedMultiplyAdd(sum, x, -5.18589001e-3f);
  sum = fusedMultiplyAdd(sum, x, 3.35218906e-2f);
  sum = fusedMultiplyAdd(sum, x, -0.151047528f);
  sum = fusedMultiplyAdd(sum, x, -0.919439137f);
  sum = fusedMultiplyAdd(sum, x, -1.62614691f);
  return fusedMultiplyAdd(sum, x, -5.87659073e-4f);
}

BUILTIN float erf(float x) {
  const float square = x * x;
  float sum = -5.61801775e-4f;
  sum = fusedMultiplyAdd(sum, square, 4.91381623e-3f);
  sum = fusedMultiplyAdd(sum, square, -2.67075151e-2f);
  sum = fusedMultiplyAdd(sum, square, 0.112800106f);
  sum = fusedMultiplyAdd(sum, square, -0.376122952f);
  sum = fusedMultiplyAdd(sum, square, 1.12837911f);
  const float size = fabs(x);
  const float complement = powerOfTwo(logarithmOfComplement(size > 4.05f ? 4.05f : size));
  return size < 1.0f ? sum * x : withSign(1.0f - complement, x);
}
FOR_VECTORS_1(erf, float)

/// For x >= 0, e^(-x^2) times a polynomial of (x - 3) / (x + 3), divided by 1 + 2 x.
BUILTIN float erfc(float x) {
  const float size = fabs(x) > 10.1f ? 10.1f : fabs(x);
  const float place = (size - 3.0f) * reciprocal(size + 3.0f);
  float sum = -1.49880143e-4f;
  sum = fusedMultiplyAdd(sum, place, 2.25643092e-3f);
  sum = fusedMultiplyAdd(sum, place, 2.21471628e-3f);
  sum = fusedMultiplyAdd(sum, place, -2.40417961e-2f);
  sum = fusedMultiplyAdd(sum, place, 6.83554933e-2f);
  sum = fusedMultiplyAdd(sum, place, -0.119213417f);
  sum = fusedMultiplyAdd(sum, place, 0.129643261f);
  sum = fusedMultiplyAdd(sum, place, -4.75668237e-2f);
  sum = fusedMultiplyAdd(sum, place, -0.135621101f);
  sum = fusedMultiplyAdd(sum, place, 1.25300813f);
  sum *= reciprocal(fusedMultiplyAdd(2.0f, size, 1.0f));
  const float square = size * size;
  const float lower = fusedMultiplyAdd(size, size, -square);
  const float complement = naturalExponential(-square) * fusedMultiplyAdd(-lower, sum, sum);
  return hasSign(x) ? 2.0f - complement : complement;
}
FOR_VECTORS_1(erfc, float)
