// atan and atan2 of REAL, with CONSTANT(inFloat, inDouble): included for each type.

#define HALF_PI CONSTANT(0x1.921fb6p+0f, 0x1.921fb54442d18p+0)

BUILTIN REAL atan(REAL x) {
  const REAL size = fabs(x);
  const int isSteep = size > 1;
  const REAL cotangent = reciprocalOf(size);
  const REAL arc = arcOfTangent(isSteep ? cotangent : size);
  return withSign(isSteep ? HALF_PI - arc : arc, x);
}

BUILTIN REAL atan2(REAL y, REAL x) {
  const REAL height = fabs(y);
  const REAL width = fabs(x);
  const int isSteep = height > width;
  const REAL large = isSteep ? height : width;
  const REAL small = isSteep ? width : height;
  REAL tangent = quotientOf(small, large);
  tangent = small == large ? 1 : tangent;
  REAL arc = arcOfTangent(large == 0 ? 0 : tangent);
  arc = isSteep ? HALF_PI - arc : arc;
  arc = hasSign(x) ? 2 * HALF_PI - arc : arc;
  return x != x || y != y ? (REAL)NOT_A_NUMBER : withSign(arc, y);
}

#undef HALF_PI
