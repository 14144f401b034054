// Arcs of tangents.

/// The arc of a tangent between 0 and 1.
OVERLOADED float arcOfTangent(float x) {
  const float square = x * x;
  float sum = 2.92020338e-3f;
  sum = fusedMultiplyAdd(sum, square, -1.63660031e-2f);
  sum = fusedMultiplyAdd(sum, square, 4.32087593e-2f);
  sum = fusedMultiplyAdd(sum, square, -7.55195171e-2f);
  sum = fusedMultiplyAdd(sum, square, 0.106658801f);
  sum = fusedMultiplyAdd(sum, square, -0.142110229f);
  sum = fusedMultiplyAdd(sum, square, 0.199937686f);
  sum = fusedMultiplyAdd(sum, square, -0.333331525f);
  return fusedMultiplyAdd(sum * square, x, x);
}

/// The quotient of two numbers, of which the second one is larger.
OVERLOADED float quotientOf(float small, float large) {
  const float ofLarge = large > 0x1p100f ? 0x1p-30f : 1.0f;
  const float scale = large < 0x1p-100f ? 0x1p60f : ofLarge;
  return (small * scale) * reciprocal(large * scale);
}

OVERLOADED float reciprocalOf(float x) { return reciprocal(x); }
