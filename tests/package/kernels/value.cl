#include "value.h"
float value(void) { return VALUE; }
