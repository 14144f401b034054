// The exported functions that go to an adapter: one generated trampoline each, one body for all.

#include "core/dispatch/dispatch.h"

// Specializations of Intercept: what core wants to see before the adapter does.
#include "core/entry_points/last_error_intercept.h"
#include "core/entry_points/link_intercept.h"
#include "core/intercepts/intercepts.h"

#include "core/api/generated/trampolines.inc"
