#include "sycl/runtime/region_copy.h"

namespace ursa::runtime {

SharedCommand copyBox(Queue &queue, const PageGrid &grid, void *to, const void *from,
                      const Box &box, std::span<const SharedCommand> waits) {
  constexpr const char *kWhat = "Copying a part of a buffer";
  const Extent &extent = grid.extent();
  size_t width = box.length(2), rows = box.length(1), planes = box.length(0);
  size_t rowPitch = extent[2], planePitch = extent[1] * extent[2];
  if (width == rowPitch) { // a plane is one row
    width *= rows;
    rowPitch = planePitch;
    rows = planes;
    planes = 1;
    planePitch = 0;
  } else if (rows == 1) { // the rows of the planes
    rows = planes;
    rowPitch = planePitch;
    planes = 1;
    planePitch = 0;
  }
  if (width == rowPitch) {
    width *= rows;
    rows = 1;
  }
  const size_t first = grid.offsetOf(box.begin);
  Commands parts;
  for (size_t plane = 0; plane < planes; ++plane) {
    std::byte *const destination = static_cast<std::byte *>(to) + first + plane * planePitch;
    const std::byte *const source =
        static_cast<const std::byte *>(from) + first + plane * planePitch;
    parts.push_back(queue.submit(kWhat, waits,
                                 [=](ur_queue_handle_t handle, uint32_t count,
                                     const ur_event_handle_t *events, ur_event_handle_t *out) {
                                   if (rows == 1)
                                     return urEnqueueUSMMemcpy(handle, false, destination, source,
                                                               width, count, events, out);
                                   return urEnqueueUSMMemcpy2D(handle, false, destination, rowPitch,
                                                               source, rowPitch, width, rows, count,
                                                               events, out);
                                 }));
  }
  if (parts.size() == 1 || queue.inOrder())
    return parts.back();
  return queue.submit(kWhat, parts, urEnqueueEventsWait);
}

} // namespace ursa::runtime
