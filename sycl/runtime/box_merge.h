// Joins boxes, so that few transfers move them.
#pragma once

#include "sycl/runtime/box.h"

namespace ursa::runtime {

/// Returns disjoint boxes with the same places as the given ones, which must be disjoint: never
/// more than these, and, up to about a thousand boxes, never more than there are runs of places in
/// the last dimension.
Boxes mergeBoxes(Boxes boxes);

/// Returns disjoint boxes with the same places as the given ones, without empty ones.
Boxes disjointBoxes(const Boxes &boxes);

} // namespace ursa::runtime
