// The exported functions that dispatch to an adapter: one generated trampoline each, one body for
// all.

#include "core/dispatch/dispatch.h"

#include "core/api/generated/trampolines.inc"
