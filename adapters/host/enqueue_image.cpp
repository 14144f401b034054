#include "adapters/common/image_description.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/memory.h"
#include "adapters/host/queue.h"
#include "core/support/last_error.h"

#include <array>

namespace ursa::host {
namespace {

Result<const Image *> imageOf(ur_mem_handle_t hImage, ur_context_handle_t context) {
  URSA_CHECK(adapter::checkHandle(hImage, "of the image"));
  if (!hImage->image)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is a buffer; an image is required.");
  if (hImage->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The image belongs to another context than the queue.");
  return &hImage->image->pixels;
}

// Array layers count as rows of a 1D image and as slices of a 2D image.
Result<void> checkRegion(const Image &image, const ur_rect_offset_t &origin,
                         const ur_rect_region_t &region) {
  const std::array<uint64_t, 3> from = {origin.x, origin.y, origin.z};
  const std::array<uint64_t, 3> size = {region.width, region.height, region.depth};
  for (unsigned axis = 0; axis < 3; ++axis)
    if (size[axis] == 0 || from[axis] > image.extent[axis] ||
        size[axis] > image.extent[axis] - from[axis])
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "A region of {} x {} x {} at {}, {}, {} does not lie in an {} of {} x {} x "
                       "{}.",
                       region.width, region.height, region.depth, origin.x, origin.y, origin.z,
                       nameOf(image.type), image.extent[0], image.extent[1], image.extent[2]);
  return {};
}

Rows rowsOf(const Image &image, const ur_rect_offset_t &origin) {
  const uint64_t offset =
      origin.x * image.pitch[0] + origin.y * image.pitch[1] + origin.z * image.pitch[2];
  return {image.data + offset, image.pitch[1], image.pitch[2]};
}

// Converts the width of a region from pixels to bytes.
Extent inBytes(const Image &image, const ur_rect_region_t &region) {
  return {region.width * image.pitch[0], region.height, region.depth};
}

Result<Rows> hostRows(const Image &image, void *memory, const ur_rect_region_t &region,
                      size_t rowPitch, size_t slicePitch) {
  URSA_TRY(const adapter::HostPitches pitches,
           adapter::hostPitches(image.type == ImageType::Image1DArray, image.pitch[0], region,
                                rowPitch, slicePitch));
  return Rows{static_cast<std::byte *>(memory), pitches.row, pitches.slice};
}

template <ur_command_t Type>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_mem_handle_t hImage, bool blocking,
                     ur_rect_offset_t origin, ur_rect_region_t region, size_t rowPitch,
                     size_t slicePitch, void *pHost, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue,          Type,    numEventsInWaitList,
                                       phEventWaitList, phEvent, blocking};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_TRY(const Image *const image, imageOf(hImage, hQueue->context));
    URSA_CHECK(adapter::checkPointer(pHost, "of the host's memory"));
    URSA_CHECK(checkRegion(*image, origin, region));
    URSA_TRY(const Rows host, hostRows(*image, pHost, region, rowPitch, slicePitch));
    const Rows pixels = rowsOf(*image, origin);
    constexpr bool kIsRead = Type == UR_COMMAND_MEM_IMAGE_READ;
    return enqueue(parameters, createCopy(kIsRead ? host : pixels, kIsRead ? pixels : host,
                                          inBytes(*image, region), {hImage}));
  });
}

bool overlap(const ur_rect_offset_t &a, const ur_rect_offset_t &b, const ur_rect_region_t &region) {
  const auto near = [](uint64_t first, uint64_t second, uint64_t size) {
    return first < second + size && second < first + size;
  };
  return near(a.x, b.x, region.width) && near(a.y, b.y, region.height) &&
         near(a.z, b.z, region.depth);
}

ur_result_t copy(ur_queue_handle_t hQueue, ur_mem_handle_t hImageSrc, ur_mem_handle_t hImageDst,
                 ur_rect_offset_t srcOrigin, ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                 uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                 ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_MEM_IMAGE_COPY, numEventsInWaitList,
                                       phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_TRY(const Image *const source, imageOf(hImageSrc, hQueue->context));
    URSA_TRY(const Image *const destination, imageOf(hImageDst, hQueue->context));
    if (source->openclOrder != destination->openclOrder ||
        source->openclType != destination->openclType)
      return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                       "The images to copy between have different formats.");
    URSA_CHECK(checkRegion(*source, srcOrigin, region));
    URSA_CHECK(checkRegion(*destination, dstOrigin, region));
    if (hImageSrc == hImageDst && overlap(srcOrigin, dstOrigin, region))
      return makeError(UR_RESULT_ERROR_OVERLAPPING_REGIONS,
                       "The regions to copy inside an image overlap.");
    return enqueue(parameters,
                   createCopy(rowsOf(*destination, dstOrigin), rowsOf(*source, srcOrigin),
                              inBytes(*source, region), {hImageSrc, hImageDst}));
  });
}

} // namespace

void fillImageCommands(ur_dditable_t &table) {
  table.Enqueue.pfnMemImageRead = transfer<UR_COMMAND_MEM_IMAGE_READ>;
  table.Enqueue.pfnMemImageWrite = transfer<UR_COMMAND_MEM_IMAGE_WRITE>;
  table.Enqueue.pfnMemImageCopy = copy;
}

} // namespace ursa::host
