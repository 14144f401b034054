// Tangents of vectors of doubles by libclc's of one double. lavapipe of Mesa 22.3 loses half of the
// digits in its form for vectors.
BUILTIN double tan(double x);
BUILTIN double tanpi(double x);
FOR_VECTORS_1(tan, double)
FOR_VECTORS_1(tanpi, double)
