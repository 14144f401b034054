// The commands that copy pixels of ordinary images (urMemImageCreate): checks the parameters, and
// passes regions to the adapter.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/image_description.h"

#include <array>
#include <optional>

namespace ursa::adapter {

/// Properties of an image that its commands need.
struct ImageLayout {
  ur_mem_type_t type = UR_MEM_TYPE_IMAGE1D;
  ur_image_format_t format = {};
  size_t pixelBytes = 0;
  /// Pixels. Layers count as rows of a 1D image and as slices of a 2D image; at least 1.
  std::array<uint64_t, 3> extent = {1, 1, 1};
};

/// Pixels of an image.
struct ImageRegion {
  ur_rect_offset_t origin;
  ur_rect_region_t size;
};

/// Errors: UR_RESULT_ERROR_INVALID_SIZE.
Result<void> checkImageRegion(const ImageLayout &image, const ImageRegion &region);

/// Errors: UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR.
Result<void> checkSameFormat(const ImageLayout &from, const ImageLayout &to);

/// Checks regions of one image. Errors: UR_RESULT_ERROR_OVERLAPPING_REGIONS.
Result<void> checkNoOverlap(const ur_rect_offset_t &a, const ur_rect_offset_t &b,
                            const ur_rect_region_t &size);

/// layoutOf returns nothing for a buffer. The work retains the images.
template <class Traits>
concept ImageCommandTraits = EnqueueTraits<Traits> &&
    requires(typename Traits::Memory &image, const ImageRegion &part, void *host,
             const HostPitches &pitches, bool isRead, const ur_rect_offset_t &origin,
             const ur_rect_region_t &region) {
  { Traits::layoutOf(image) } -> std::same_as<std::optional<ImageLayout>>;
  {
    Traits::transfer(image, part, host, pitches, isRead)
    } -> std::same_as<Result<typename Traits::WorkPointer>>;
  {
    Traits::copyImage(/*to=*/image, origin, /*from=*/image, origin, region)
    } -> std::same_as<Result<typename Traits::WorkPointer>>;
};

template <ImageCommandTraits Adapter>
Result<ImageLayout> layoutOfImage(const typename Adapter::Memory *image,
                                  const typename Adapter::Context *context) {
  URSA_CHECK(checkHandle(image, "of the image"));
  const std::optional<ImageLayout> layout = Adapter::layoutOf(*image);
  if (!layout)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is a buffer; an image is required.");
  if (image->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The image belongs to another context than the queue.");
  return *layout;
}

/// Implements pfnMemImageRead and pfnMemImageWrite.
template <ImageCommandTraits Adapter, ur_command_t Type>
ur_result_t transferImage(ur_queue_handle_t hQueue, ur_mem_handle_t hImage, bool blocking,
                          ur_rect_offset_t origin, ur_rect_region_t region, size_t rowPitch,
                          size_t slicePitch, void *pHost, uint32_t numEventsInWaitList,
                          const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  const EnqueueParameters parameters{hQueue,          Type,    numEventsInWaitList,
                                     phEventWaitList, phEvent, blocking};
  return enqueueWork<Adapter>(
      parameters, [&](ur_context_handle_t context) -> Result<typename Adapter::WorkPointer> {
        URSA_TRY(const ImageLayout image, layoutOfImage<Adapter>(hImage, context));
        URSA_CHECK(checkPointer(pHost, "of the host's memory"));
        URSA_CHECK(checkImageRegion(image, {origin, region}));
        URSA_TRY(const HostPitches pitches,
                 hostPitches(image.type == UR_MEM_TYPE_IMAGE1D_ARRAY, image.pixelBytes, region,
                             rowPitch, slicePitch));
        return Adapter::transfer(*hImage, {origin, region}, pHost, pitches,
                                 Type == UR_COMMAND_MEM_IMAGE_READ);
      });
}

/// Implements pfnMemImageCopy.
template <ImageCommandTraits Adapter>
ur_result_t copyImages(ur_queue_handle_t hQueue, ur_mem_handle_t hImageSrc,
                       ur_mem_handle_t hImageDst, ur_rect_offset_t srcOrigin,
                       ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                       uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                       ur_event_handle_t *phEvent) {
  const EnqueueParameters parameters{hQueue, UR_COMMAND_MEM_IMAGE_COPY, numEventsInWaitList,
                                     phEventWaitList, phEvent};
  return enqueueWork<Adapter>(
      parameters, [&](ur_context_handle_t context) -> Result<typename Adapter::WorkPointer> {
        URSA_TRY(const ImageLayout source, layoutOfImage<Adapter>(hImageSrc, context));
        URSA_TRY(const ImageLayout destination, layoutOfImage<Adapter>(hImageDst, context));
        URSA_CHECK(checkSameFormat(source, destination));
        URSA_CHECK(checkImageRegion(source, {srcOrigin, region}));
        URSA_CHECK(checkImageRegion(destination, {dstOrigin, region}));
        if (hImageSrc == hImageDst)
          URSA_CHECK(checkNoOverlap(srcOrigin, dstOrigin, region));
        return Adapter::copyImage(*hImageDst, dstOrigin, *hImageSrc, srcOrigin, region);
      });
}

template <ImageCommandTraits Adapter> void fillImageEnqueues(ur_dditable_t &table) {
  table.Enqueue.pfnMemImageRead = transferImage<Adapter, UR_COMMAND_MEM_IMAGE_READ>;
  table.Enqueue.pfnMemImageWrite = transferImage<Adapter, UR_COMMAND_MEM_IMAGE_WRITE>;
  table.Enqueue.pfnMemImageCopy = copyImages<Adapter>;
}

} // namespace ursa::adapter
