// See complex.h.
#define REAL float
#define NAME(name) name##f
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#include "complex.h"
