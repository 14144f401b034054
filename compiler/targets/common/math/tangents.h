// Tangents of double vectors by libclc's scalar function. lavapipe of Mesa 22.3 loses half of the
// digits in libclc's vector form.
BUILTIN double tan(double x);
BUILTIN double tanpi(double x);
FOR_VECTORS_1(tan, double)
FOR_VECTORS_1(tanpi, double)
