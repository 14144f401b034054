// See math.h.
#define REAL double
#define NAME(name) name
#define CODE d
#include "math.h"
