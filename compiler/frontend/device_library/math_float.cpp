// See math.h.
#define REAL float
#define NAME(name) name##f
#define CODE f
#include "math.h"
