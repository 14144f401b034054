// Float functions that return one of their arguments or an adjacent number, implemented on bits: a
// device that flushes subnormal numbers to 0 still compares them correctly and returns them
// unchanged.

BUILTIN float fmin(float x, float y);
BUILTIN float fmax(float x, float y);

#define MAGNITUDE(x) (as_uint(x) & 0x7FFFFFFF)
#define IS_NO_NUMBER(x) (MAGNITUDE(x) > 0x7F800000)

BUILTIN float maxmag(float x, float y) {
  const uint a = MAGNITUDE(x), b = MAGNITUDE(y);
  return a == b || IS_NO_NUMBER(x) || IS_NO_NUMBER(y) ? fmax(x, y) : a > b ? x : y;
}
FOR_VECTORS_2(maxmag, float, float)

BUILTIN float minmag(float x, float y) {
  const uint a = MAGNITUDE(x), b = MAGNITUDE(y);
  return a == b || IS_NO_NUMBER(x) || IS_NO_NUMBER(y) ? fmin(x, y) : a < b ? x : y;
}
FOR_VECTORS_2(minmag, float, float)

BUILTIN float nextafter(float x, float y) {
  if (IS_NO_NUMBER(x) || IS_NO_NUMBER(y))
    return NOT_A_NUMBER;
  const uint a = as_uint(x), b = as_uint(y);
  if (a == b || ((a | b) & 0x7FFFFFFF) == 0)
    return y;
  if ((a & 0x7FFFFFFF) == 0)
    return as_float((b & 0x80000000) | 1);
  // Away from 0 if y has the same sign and is larger.
  const int isAway = ((a ^ b) & 0x80000000) == 0 && b > a;
  return as_float(isAway ? a + 1 : a - 1);
}
FOR_VECTORS_2(nextafter, float, float)
