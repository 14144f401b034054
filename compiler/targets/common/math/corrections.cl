// Replacements for functions of libclc that are incorrect or less precise than OpenCL requires.
// Clang compiles them to bitcode when Ursa is built; the functions that a module uses are linked in
// before libclc (builtin_library.h). A function libclc_NAME is libclc's own NAME.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#include "types.h"

#include "exponentials.h"
#include "log_gamma.h"
#include "neighbours.h"
#include "powers.h"
#include "remainders.h"
#include "tangents.h"

#include "gamma_polynomials.h"

#define REAL float
#define FACTORS FactorsOfFloat
#define CONSTANTS(inFloat, inDouble) inFloat
#include "gamma.h"
#undef REAL
#undef FACTORS
#undef CONSTANTS

#define REAL double
#define FACTORS FactorsOfDouble
#define CONSTANTS(inFloat, inDouble) inDouble
#include "gamma.h"

FOR_VECTORS_1(tgamma, float)
FOR_VECTORS_1(tgamma, double)
