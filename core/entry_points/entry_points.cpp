// The exported functions that dispatch to an adapter: one generated trampoline each, one body for
// all.

#include "core/dispatch/dispatch.h"

// Specializations of Intercept, which handle calls before the adapter does.
#include "core/entry_points/last_error_intercept.h"
#include "core/entry_points/link_intercept.h"
#include "core/intercepts/intercepts.h"

#include "core/api/generated/trampolines.inc"
