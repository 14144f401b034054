// See complex.h.
#define REAL double
#define NAME(name) name
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#include "complex.h"
