// Arcs of tangents.

/// The arc of a tangent between 0 and 1.
static float arcOfTangent(float x) {
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
static float quotientOf(float small, float large) {
  const float ofLarge = large > 0x1p100f ? 0x1p-30f : 1.0f;
  const float scale = large < 0x1p-100f ? 0x1p60f : ofLarge;
  return (small * scale) * reciprocal(large * scale);
}

#define HALF_PI 0x1.921fb6p+0f
#define PI 0x1.921fb6p+1f

BUILTIN float atan(float x) {
  const float size = fabs(x);
  const int isSteep = size > 1.0f;
  const float cotangent = reciprocal(size);
  const float arc = arcOfTangent(isSteep ? cotangent : size);
  return withSign(isSteep ? HALF_PI - arc : arc, x);
}
FOR_VECTORS_1(atan, float)

BUILTIN float atan2(float y, float x) {
  const float height = fabs(y);
  const float width = fabs(x);
  const int isSteep = height > width;
  const float large = isSteep ? height : width;
  const float small = isSteep ? width : height;
  float tangent = quotientOf(small, large);
  tangent = small == large ? 1.0f : tangent;
  float arc = arcOfTangent(large == 0.0f ? 0.0f : tangent);
  arc = isSteep ? HALF_PI - arc : arc;
  arc = hasSign(x) ? PI - arc : arc;
  return x != x || y != y ? NOT_A_NUMBER : withSign(arc, y);
}
FOR_VECTORS_2(atan2, float, float)
