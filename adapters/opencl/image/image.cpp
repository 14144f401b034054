// Images and samplers, for devices that support them.
#include "adapters/common/image_description.h"
#include "adapters/common/info.h"
#include "adapters/common/memory_functions.h"
#include "adapters/common/references.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/buffer_checks.h"
#include "adapters/opencl/memory/memory.h"
#include "adapters/opencl/queue/command.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ursa::opencl {

Sampler::Sampler(ur_context_handle_t hContext, cl_sampler sampler)
    : context(hContext), id(sampler) {
  adapter::retain(context);
}

Sampler::~Sampler() {
  clReleaseSampler(id);
  adapter::release(context);
}

namespace {

template <class Ours, class Theirs> struct Pair {
  Ours ours;
  Theirs theirs;
};

constexpr Pair<ur_image_channel_order_t, cl_channel_order> kOrders[] = {
    {UR_IMAGE_CHANNEL_ORDER_A, CL_A},
    {UR_IMAGE_CHANNEL_ORDER_R, CL_R},
    {UR_IMAGE_CHANNEL_ORDER_RG, CL_RG},
    {UR_IMAGE_CHANNEL_ORDER_RA, CL_RA},
    {UR_IMAGE_CHANNEL_ORDER_RGB, CL_RGB},
    {UR_IMAGE_CHANNEL_ORDER_RGBA, CL_RGBA},
    {UR_IMAGE_CHANNEL_ORDER_BGRA, CL_BGRA},
    {UR_IMAGE_CHANNEL_ORDER_ARGB, CL_ARGB},
    {UR_IMAGE_CHANNEL_ORDER_ABGR, CL_ABGR},
    {UR_IMAGE_CHANNEL_ORDER_INTENSITY, CL_INTENSITY},
    {UR_IMAGE_CHANNEL_ORDER_LUMINANCE, CL_LUMINANCE},
    {UR_IMAGE_CHANNEL_ORDER_RX, CL_Rx},
    {UR_IMAGE_CHANNEL_ORDER_RGX, CL_RGx},
    {UR_IMAGE_CHANNEL_ORDER_RGBX, CL_RGBx},
    {UR_IMAGE_CHANNEL_ORDER_SRGBA, CL_sRGBA}};

constexpr Pair<ur_image_channel_type_t, cl_channel_type> kTypes[] = {
    {UR_IMAGE_CHANNEL_TYPE_SNORM_INT8, CL_SNORM_INT8},
    {UR_IMAGE_CHANNEL_TYPE_SNORM_INT16, CL_SNORM_INT16},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_INT8, CL_UNORM_INT8},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_INT16, CL_UNORM_INT16},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565, CL_UNORM_SHORT_565},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555, CL_UNORM_SHORT_555},
    {UR_IMAGE_CHANNEL_TYPE_INT_101010, CL_UNORM_INT_101010},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT8, CL_SIGNED_INT8},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT16, CL_SIGNED_INT16},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT32, CL_SIGNED_INT32},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, CL_UNSIGNED_INT8},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, CL_UNSIGNED_INT16},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32, CL_UNSIGNED_INT32},
    {UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT, CL_HALF_FLOAT},
    {UR_IMAGE_CHANNEL_TYPE_FLOAT, CL_FLOAT}};

constexpr Pair<ur_mem_type_t, cl_mem_object_type> kShapes[] = {
    {UR_MEM_TYPE_IMAGE1D, CL_MEM_OBJECT_IMAGE1D},
    {UR_MEM_TYPE_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {UR_MEM_TYPE_IMAGE2D, CL_MEM_OBJECT_IMAGE2D},
    {UR_MEM_TYPE_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY},
    {UR_MEM_TYPE_IMAGE3D, CL_MEM_OBJECT_IMAGE3D}};

constexpr Pair<ur_sampler_addressing_mode_t, cl_addressing_mode> kAddressing[] = {
    {UR_SAMPLER_ADDRESSING_MODE_NONE, CL_ADDRESS_NONE},
    {UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP_TO_EDGE},
    {UR_SAMPLER_ADDRESSING_MODE_CLAMP, CL_ADDRESS_CLAMP},
    {UR_SAMPLER_ADDRESSING_MODE_REPEAT, CL_ADDRESS_REPEAT},
    {UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}};

constexpr Pair<ur_sampler_filter_mode_t, cl_filter_mode> kFilters[] = {
    {UR_SAMPLER_FILTER_MODE_NEAREST, CL_FILTER_NEAREST},
    {UR_SAMPLER_FILTER_MODE_LINEAR, CL_FILTER_LINEAR}};

template <class Ours, class Theirs, size_t Count>
Result<Theirs> toNative(const Pair<Ours, Theirs> (&pairs)[Count], Ours value, const char *what) {
  const auto *found = std::find_if(std::begin(pairs), std::end(pairs),
                                   [&](const auto &pair) { return pair.ours == value; });
  if (found == std::end(pairs))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The {} {} is not defined.", what,
                     static_cast<int>(value));
  return found->theirs;
}

template <class Ours, class Theirs, size_t Count>
Result<Ours> fromNative(const Pair<Ours, Theirs> (&pairs)[Count], Theirs value, const char *what) {
  const auto *found = std::find_if(std::begin(pairs), std::end(pairs),
                                   [&](const auto &pair) { return pair.theirs == value; });
  if (found == std::end(pairs))
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION, "UR has no {} {:#x}.", what,
                     static_cast<uint32_t>(value));
  return found->ours;
}

Result<cl_image_format> nativeFormat(const ur_image_format_t &format) {
  const auto order = toNative(kOrders, format.channelOrder, "channel order");
  const auto type = toNative(kTypes, format.channelType, "channel type");
  if (!order || !type)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT,
                     "There is no pixel format of channel order {} and channel type {}.",
                     static_cast<int>(format.channelOrder), static_cast<int>(format.channelType));
  return cl_image_format{*order, *type};
}

Result<void> checkImage(ur_mem_handle_t image) {
  URSA_CHECK(adapter::checkHandle(image, "of the image"));
  if (!image->isImage)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is a buffer, not an image.");
  return {};
}

// The layers of a 1D array have one row each, so the row pitch may be the layer pitch; some drivers
// ignore the slice pitch.
size_t layerPitch(cl_mem_object_type shape, size_t rowPitch, size_t slicePitch) {
  return shape == CL_MEM_OBJECT_IMAGE1D_ARRAY && slicePitch != 0 ? slicePitch : rowPitch;
}

// Some drivers accept formats that no device supports; others report the same error for a format as
// for a size.
Result<void> checkFormat(const ur_context_handle_t_ &context, cl_mem_flags flags,
                         const cl_image_format &wanted, cl_mem_object_type shape) {
  // Some drivers reject other flags, or none.
  flags &= CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  if (!flags)
    flags = CL_MEM_READ_WRITE;
  cl_uint count = 0;
  URSA_CHECK(checkCl(clGetSupportedImageFormats(context.id, flags, shape, 0, nullptr, &count),
                     "clGetSupportedImageFormats"));
  std::vector<cl_image_format> formats(count);
  URSA_CHECK(
      checkCl(clGetSupportedImageFormats(context.id, flags, shape, count, formats.data(), nullptr),
              "clGetSupportedImageFormats"));
  if (std::any_of(formats.begin(), formats.end(), [&](const cl_image_format &format) {
        return format.image_channel_order == wanted.image_channel_order &&
               format.image_channel_data_type == wanted.image_channel_data_type;
      }))
    return {};
  return makeError(
      UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT,
      "No device of the context supports images of channel order {:#x} and type {:#x}.",
      wanted.image_channel_order, wanted.image_channel_data_type);
}

size_t channelsOf(cl_channel_order order) {
  switch (order) {
  case CL_RG:
  case CL_RA:
  case CL_RGx:
    return 2;
  case CL_RGB:
  case CL_RGBx:
  case CL_sRGB:
    return 3;
  case CL_RGBA:
  case CL_BGRA:
  case CL_ARGB:
  case CL_ABGR:
  case CL_sRGBA:
    return 4;
  default:
    return 1;
  }
}

size_t pixelBytes(const cl_image_format &format) {
  switch (format.image_channel_data_type) {
  case CL_UNORM_SHORT_565:
  case CL_UNORM_SHORT_555:
    return 2;
  case CL_UNORM_INT_101010:
    return 4;
  case CL_SNORM_INT16:
  case CL_UNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
  case CL_HALF_FLOAT:
    return 2 * channelsOf(format.image_channel_order);
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
    return 4 * channelsOf(format.image_channel_order);
  default:
    return channelsOf(format.image_channel_order);
  }
}

// Not every driver checks this.
Result<void> checkExtents(const cl_image_desc &description) {
  const bool hasHeight = description.image_type == CL_MEM_OBJECT_IMAGE2D ||
                         description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
                         description.image_type == CL_MEM_OBJECT_IMAGE3D;
  const bool hasLayers = description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                         description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  if (description.image_width == 0 || (hasHeight && description.image_height == 0) ||
      (description.image_type == CL_MEM_OBJECT_IMAGE3D && description.image_depth == 0) ||
      (hasLayers && description.image_array_size == 0))
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                     "An image of {} x {} x {} pixels and {} layers is empty.",
                     description.image_width, description.image_height, description.image_depth,
                     description.image_array_size);
  return {};
}

Result<bool> fits(cl_device_id device, const cl_image_desc &description) {
  const bool isVolume = description.image_type == CL_MEM_OBJECT_IMAGE3D;
  const bool isFlat = description.image_type == CL_MEM_OBJECT_IMAGE2D ||
                      description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const bool hasLayers = description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                         description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  struct Limit {
    bool counts;
    size_t wanted;
    cl_device_info query;
  };
  const Limit limits[] = {
      {isVolume, description.image_width, CL_DEVICE_IMAGE3D_MAX_WIDTH},
      {isVolume, description.image_height, CL_DEVICE_IMAGE3D_MAX_HEIGHT},
      {isVolume, description.image_depth, CL_DEVICE_IMAGE3D_MAX_DEPTH},
      {!isVolume, description.image_width, CL_DEVICE_IMAGE2D_MAX_WIDTH},
      {isFlat, description.image_height, CL_DEVICE_IMAGE2D_MAX_HEIGHT},
      {hasLayers, description.image_array_size, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE},
  };
  for (const Limit &limit : limits) {
    if (!limit.counts)
      continue;
    URSA_TRY(const size_t most, URSA_CL_VALUE(size_t, clGetDeviceInfo, limit.query, device));
    if (limit.wanted > most)
      return false;
  }
  return true;
}

// Some drivers accept sizes that no device supports.
Result<void> checkLimits(const ur_context_handle_t_ &context, const cl_image_desc &description) {
  for (ur_device_handle_t device : context.devices) {
    URSA_TRY(const bool isPossible, fits(device->id, description));
    if (isPossible)
      return {};
  }
  return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                   "No device of the context supports images of {} x {} x {} pixels and {} layers.",
                   description.image_width, description.image_height, description.image_depth,
                   description.image_array_size);
}

// Checks the pitches of host memory: a row must hold its pixels, and the driver must not read
// beyond the address space.
Result<void> checkPitches(const cl_image_desc &description, const cl_image_format &format) {
  const size_t row = description.image_row_pitch;
  const size_t least = description.image_width * pixelBytes(format);
  constexpr size_t kMost = SIZE_MAX >> 17;
  if (row > kMost || description.image_slice_pitch > kMost || (row != 0 && row < least))
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "Row pitch {} and slice pitch {} do not fit rows of {} bytes.", row,
                     description.image_slice_pitch, least);
  return {};
}

Result<ur_mem_handle_t> makeImageObject(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                        const ur_image_format_t &given,
                                        const ur_image_desc_t &wanted, void *host) {
  URSA_TRY(const cl_mem_flags native, memoryFlags(flags, host));
  URSA_TRY(const cl_image_format format, nativeFormat(given));
  URSA_TRY(const auto shape, toNative(kShapes, wanted.type, "image type"));
  cl_image_desc description{};
  description.image_type = shape;
  description.image_width = wanted.width;
  description.image_height = wanted.height;
  description.image_depth = wanted.depth;
  description.image_array_size = wanted.arraySize;
  if (host) { // pitches are those of host memory
    description.image_row_pitch = layerPitch(shape, wanted.rowPitch, wanted.slicePitch);
    description.image_slice_pitch = wanted.slicePitch;
  }
  URSA_CHECK(checkExtents(description));
  URSA_CHECK(checkPitches(description, format));
  URSA_CHECK(checkLimits(context, description));
  URSA_CHECK(checkFormat(context, native, format, shape));
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateImage(context.id, native, &format, &description, host, &code);
  URSA_CHECK(checkCl(code, "clCreateImage"));
  return new ur_mem_handle_t_(&context, memory, /*image=*/true);
}

ur_result_t getImageInfo(ur_mem_handle_t hMemory, ur_image_info_t propName, size_t propSize,
                         void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkImage(hMemory));
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const auto size = [&](cl_image_info query) -> Result<void> {
      URSA_TRY(const auto answer, URSA_CL_VALUE(size_t, clGetImageInfo, query, hMemory->id));
      return writer.value(answer);
    };
    const auto count = [&](cl_image_info query) -> Result<void> {
      URSA_TRY(const auto answer, URSA_CL_VALUE(cl_uint, clGetImageInfo, query, hMemory->id));
      return writer.value<uint32_t>(answer);
    };
    switch (propName) {
    case UR_IMAGE_INFO_FORMAT: {
      URSA_TRY(const auto native,
               URSA_CL_VALUE(cl_image_format, clGetImageInfo, CL_IMAGE_FORMAT, hMemory->id));
      ur_image_format_t format{};
      URSA_TRY(format.channelOrder,
               fromNative(kOrders, native.image_channel_order, "channel order"));
      URSA_TRY(format.channelType,
               fromNative(kTypes, native.image_channel_data_type, "channel type"));
      return writer.value(format);
    }
    case UR_IMAGE_INFO_ELEMENT_SIZE:
      return size(CL_IMAGE_ELEMENT_SIZE);
    case UR_IMAGE_INFO_ROW_PITCH:
      return size(CL_IMAGE_ROW_PITCH);
    case UR_IMAGE_INFO_SLICE_PITCH:
      return size(CL_IMAGE_SLICE_PITCH);
    case UR_IMAGE_INFO_WIDTH:
      return size(CL_IMAGE_WIDTH);
    case UR_IMAGE_INFO_HEIGHT:
      return size(CL_IMAGE_HEIGHT);
    case UR_IMAGE_INFO_DEPTH:
      return size(CL_IMAGE_DEPTH);
    case UR_IMAGE_INFO_ARRAY_SIZE:
      return size(CL_IMAGE_ARRAY_SIZE);
    case UR_IMAGE_INFO_NUM_MIP_LEVELS:
      return count(CL_IMAGE_NUM_MIP_LEVELS);
    case UR_IMAGE_INFO_NUM_SAMPLES:
      return count(CL_IMAGE_NUM_SAMPLES);
    default:
      return adapter::InfoWriter::unknown("urMemImageGetInfo", propName);
    }
  });
}

ur_result_t createSampler(ur_context_handle_t hContext, const ur_sampler_desc_t *pDesc,
                          ur_sampler_handle_t *phSampler) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pDesc);
    URSA_POINTER(phSampler);
    URSA_TRY(const auto addressing,
             toNative(kAddressing, pDesc->addressingMode, "addressing mode"));
    URSA_TRY(const auto filter, toNative(kFilters, pDesc->filterMode, "filter mode"));
    cl_int code = CL_SUCCESS;
    cl_sampler sampler = clCreateSampler(hContext->id, pDesc->normalizedCoords ? CL_TRUE : CL_FALSE,
                                         addressing, filter, &code);
    URSA_CHECK(checkCl(code, "clCreateSampler"));
    *phSampler = new ur_sampler_handle_t_(hContext, sampler);
    return {};
  });
}

ur_result_t getSamplerInfo(ur_sampler_handle_t hSampler, ur_sampler_info_t propName,
                           size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hSampler);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const cl_sampler id = hSampler->id;
    switch (propName) {
    case UR_SAMPLER_INFO_REFERENCE_COUNT:
      return writer.value(hSampler->references.load());
    case UR_SAMPLER_INFO_CONTEXT:
      return writer.value(hSampler->context);
    case UR_SAMPLER_INFO_NORMALIZED_COORDS: {
      URSA_TRY(const auto answer,
               URSA_CL_VALUE(cl_bool, clGetSamplerInfo, CL_SAMPLER_NORMALIZED_COORDS, id));
      return writer.value<ur_bool_t>(answer != CL_FALSE);
    }
    case UR_SAMPLER_INFO_ADDRESSING_MODE: {
      URSA_TRY(const auto native,
               URSA_CL_VALUE(cl_addressing_mode, clGetSamplerInfo, CL_SAMPLER_ADDRESSING_MODE, id));
      URSA_TRY(const auto mode, fromNative(kAddressing, native, "addressing mode"));
      return writer.value(mode);
    }
    case UR_SAMPLER_INFO_FILTER_MODE: {
      URSA_TRY(const auto native,
               URSA_CL_VALUE(cl_filter_mode, clGetSamplerInfo, CL_SAMPLER_FILTER_MODE, id));
      URSA_TRY(const auto mode, fromNative(kFilters, native, "filter mode"));
      return writer.value(mode);
    }
    default:
      return adapter::InfoWriter::unknown("urSamplerGetInfo", propName);
    }
  });
}

// Not every driver checks this.
Result<void> checkRegion(ur_mem_handle_t image, const ur_rect_offset_t &origin,
                         const ur_rect_region_t &region) {
  URSA_CHECK(checkImage(image));
  URSA_TRY(const auto type,
           URSA_CL_VALUE(cl_mem_object_type, clGetMemObjectInfo, CL_MEM_TYPE, image->id));
  size_t extents[3] = {};
  constexpr cl_image_info kQueries[3] = {CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH};
  for (int d = 0; d < 3; ++d) {
    URSA_TRY(extents[d], URSA_CL_VALUE(size_t, clGetImageInfo, kQueries[d], image->id));
    extents[d] = std::max<size_t>(extents[d], 1);
  }
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY) {
    URSA_TRY(extents[type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : 2],
             URSA_CL_VALUE(size_t, clGetImageInfo, CL_IMAGE_ARRAY_SIZE, image->id));
  }
  const std::array<size_t, 3> begin = originOf(origin);
  const std::array<size_t, 3> size = regionOf(region);
  for (int d = 0; d < 3; ++d)
    if (size[d] == 0 || begin[d] > extents[d] || size[d] > extents[d] - begin[d])
      return makeError(
          UR_RESULT_ERROR_INVALID_SIZE,
          "A region of {} x {} x {} at {}, {}, {} does not lie in the image of {} x {} "
          "x {}.",
          size[0], size[1], size[2], begin[0], begin[1], begin[2], extents[0], extents[1],
          extents[2]);
  return {};
}

// Returns the pitches as the driver expects them: a slice pitch only for images with slices.
Result<adapter::HostPitches> hostPitches(ur_mem_handle_t image, const ur_rect_region_t &region,
                                         size_t rowPitch, size_t slicePitch) {
  URSA_TRY(const auto shape,
           URSA_CL_VALUE(cl_mem_object_type, clGetMemObjectInfo, CL_MEM_TYPE, image->id));
  URSA_TRY(const auto pixelBytes,
           URSA_CL_VALUE(size_t, clGetImageInfo, CL_IMAGE_ELEMENT_SIZE, image->id));
  URSA_TRY(auto pitches, adapter::hostPitches(shape == CL_MEM_OBJECT_IMAGE1D_ARRAY, pixelBytes,
                                              region, rowPitch, slicePitch));
  if (shape == CL_MEM_OBJECT_IMAGE1D || shape == CL_MEM_OBJECT_IMAGE2D)
    pitches.slice = 0;
  return pitches;
}

ur_result_t readImage(ur_queue_handle_t hQueue, ur_mem_handle_t hImage, bool blockingRead,
                      ur_rect_offset_t origin, ur_rect_region_t region, size_t rowPitch,
                      size_t slicePitch, void *pDst, uint32_t numEventsInWaitList,
                      const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkRegion(hImage, origin, region));
    URSA_POINTER(pDst);
    URSA_TRY(const adapter::HostPitches pitches, hostPitches(hImage, region, rowPitch, slicePitch));
    return enqueue({hQueue, UR_COMMAND_MEM_IMAGE_READ, numEventsInWaitList, phEventWaitList,
                    phEvent, blockingRead},
                   "clEnqueueReadImage", [&](cl_command_queue queue, auto... events) {
                     return clEnqueueReadImage(queue, hImage->id, blockingRead,
                                               originOf(origin).data(), regionOf(region).data(),
                                               pitches.row, pitches.slice, pDst, events...);
                   });
  });
}

ur_result_t writeImage(ur_queue_handle_t hQueue, ur_mem_handle_t hImage, bool blockingWrite,
                       ur_rect_offset_t origin, ur_rect_region_t region, size_t rowPitch,
                       size_t slicePitch, void *pSrc, uint32_t numEventsInWaitList,
                       const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkRegion(hImage, origin, region));
    URSA_POINTER(pSrc);
    URSA_TRY(const adapter::HostPitches pitches, hostPitches(hImage, region, rowPitch, slicePitch));
    return enqueue({hQueue, UR_COMMAND_MEM_IMAGE_WRITE, numEventsInWaitList, phEventWaitList,
                    phEvent, blockingWrite},
                   "clEnqueueWriteImage", [&](cl_command_queue queue, auto... events) {
                     return clEnqueueWriteImage(queue, hImage->id, blockingWrite,
                                                originOf(origin).data(), regionOf(region).data(),
                                                pitches.row, pitches.slice, pSrc, events...);
                   });
  });
}

ur_result_t copyImage(ur_queue_handle_t hQueue, ur_mem_handle_t hImageSrc,
                      ur_mem_handle_t hImageDst, ur_rect_offset_t srcOrigin,
                      ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                      uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                      ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkRegion(hImageSrc, srcOrigin, region));
    URSA_CHECK(checkRegion(hImageDst, dstOrigin, region));
    return enqueue(
        {hQueue, UR_COMMAND_MEM_IMAGE_COPY, numEventsInWaitList, phEventWaitList, phEvent},
        "clEnqueueCopyImage", [&](cl_command_queue queue, auto... events) {
          return clEnqueueCopyImage(queue, hImageSrc->id, hImageDst->id, originOf(srcOrigin).data(),
                                    originOf(dstOrigin).data(), regionOf(region).data(), events...);
        });
  });
}

} // namespace

void fillImageTable(ur_dditable_t &table) {
  table.Mem.pfnImageCreate =
      adapter::createImage<ur_context_handle_t_, ur_mem_handle_t_, makeImageObject>;
  table.Mem.pfnImageGetInfo = getImageInfo;
  table.Sampler.pfnCreate = createSampler;
  table.Sampler.pfnGetInfo = getSamplerInfo;
  table.Sampler.pfnRetain = adapter::retainHandle<ur_sampler_handle_t_>;
  table.Sampler.pfnRelease = adapter::releaseHandle<ur_sampler_handle_t_>;
  table.Enqueue.pfnMemImageRead = readImage;
  table.Enqueue.pfnMemImageWrite = writeImage;
  table.Enqueue.pfnMemImageCopy = copyImage;
}

} // namespace ursa::opencl
