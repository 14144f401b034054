// Functions of float and double for NVPTX, by the device's approximations of 2^x and 1 / x, and without tables
// in memory: libclc's bodies suit any device. Their errors are within OpenCL's bounds. Clang
// compiles them to bitcode when Ursa is built; the functions that a module uses are linked in before
// those of all other libraries (builtin_library.h). A function libclc_NAME is libclc's own NAME.
#include "../../common/math/types.h"

#include "approximations.h"

#include "logarithms.h"

#include "exponentials.h"

#include "angles.h"
#include "circular.h"
#include "errors.h"
#include "powers.h"

#include "doubles.h"

#include "double_errors.h"
#include "double_hyperbolic.h"
#include "double_powers.h"
#include "roots.h"

#ifdef __NVPTX__
#include "dots.h"
#endif

#define REAL float
#define CONSTANT(inFloat, inDouble) inFloat
#include "arcs.h"
#undef REAL
#undef CONSTANT

#define REAL double
#define CONSTANT(inFloat, inDouble) inDouble
#include "arcs.h"

FOR_VECTORS_1(atan, float)
FOR_VECTORS_1(atan, double)
FOR_VECTORS_2(atan2, float, float)
FOR_VECTORS_2(atan2, double, double)
