// Copies boxes between allocations by copies of unified shared memory.
#pragma once

#include "sycl/runtime/command.h"
#include "sycl/runtime/page_grid.h"

namespace ursa::runtime {

/// Enqueues the copy of a box between two allocations of a region: one urEnqueueUSMMemcpy if its
/// bytes are consecutive, otherwise one urEnqueueUSMMemcpy2D for each plane. Returns the command
/// that is complete when all of them are. Throws what the queue throws; copies that were enqueued
/// before stay enqueued.
SharedCommand copyBox(Queue &queue, const PageGrid &grid, void *to, const void *from,
                      const Box &box, std::span<const SharedCommand> waits);

} // namespace ursa::runtime
