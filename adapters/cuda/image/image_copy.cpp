#include "adapters/cuda/image/image_copy.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>
#include <limits>

namespace ursa::cuda {
namespace {

constexpr uint64_t kMostPixels = std::numeric_limits<uint32_t>::max(); ///< in one dimension

/// The parameters of the application for the source or the destination of a copy.
struct Described {
  const void *memory;
  const ur_image_desc_t &description;
  const ur_rect_offset_t &offset;
  bool isImage; ///< by the input types
  const char *name;
};

CUmemorytype typeOf(const CopySide &side) {
  if (side.image)
    return CU_MEMORYTYPE_ARRAY;
  return side.isPageable ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
}

// Memory of one slice may have any height.
size_t heightOf(const CopySide &side, const Extent &extent) {
  return extent.depth == 1 ? extent.height : side.rows.slicePitch / side.rows.rowPitch;
}

template <class Box> void setBox(Box &box, const ImageCopy &copy) {
  box.srcMemoryType = typeOf(copy.from);
  if (copy.from.image) {
    box.srcArray = copy.from.image->array;
    box.srcXInBytes = copy.from.x;
    box.srcY = copy.from.y;
    box.srcZ = copy.from.z;
  } else {
    box.srcHost = copy.from.rows.start.host();
    box.srcDevice = copy.from.rows.start.address;
    box.srcPitch = copy.from.rows.rowPitch;
    box.srcHeight = heightOf(copy.from, copy.extent);
  }
  box.dstMemoryType = typeOf(copy.to);
  if (copy.to.image) {
    box.dstArray = copy.to.image->array;
    box.dstXInBytes = copy.to.x;
    box.dstY = copy.to.y;
    box.dstZ = copy.to.z;
  } else {
    box.dstHost = copy.to.rows.start.host();
    box.dstDevice = copy.to.rows.start.address;
    box.dstPitch = copy.to.rows.rowPitch;
    box.dstHeight = heightOf(copy.to, copy.extent);
  }
  box.WidthInBytes = copy.extent.width;
  box.Height = copy.extent.height;
  box.Depth = copy.extent.depth;
}

Result<void> submitBox(const Submission &at, const ImageCopy &copy) {
  const bool isBetweenDevices = copy.to.context(at.native) != at.native.native ||
                                copy.from.context(at.native) != at.native.native;
  if (isBetweenDevices) {
    CUDA_MEMCPY3D_PEER box = {};
    setBox(box, copy);
    box.srcContext = copy.from.context(at.native);
    box.dstContext = copy.to.context(at.native);
    return at.native.check(cu().cuMemcpy3DPeerAsync(&box, at.stream.native), "cuMemcpy3DPeerAsync");
  }
  CUDA_MEMCPY3D box = {};
  setBox(box, copy);
  return at.native.check(cu().cuMemcpy3DAsync(&box, at.stream.native), "cuMemcpy3DAsync");
}

void advance(CopySide &side) {
  ++side.z;
  side.rows.start = side.rows.start + side.rows.slicePitch;
}

// A box has whole rows between slices of memory. Other slices are copied one by one.
Result<void> copyByDriver(const Submission &at, const ImageCopy &copy) {
  const auto isWhole = [](const CopySide &side) {
    return side.image || side.rows.slicePitch % side.rows.rowPitch == 0;
  };
  if (copy.extent.depth == 1 || (isWhole(copy.to) && isWhole(copy.from)))
    return submitBox(at, copy);
  ImageCopy slice = copy;
  slice.extent.depth = 1;
  for (uint64_t z = 0; z < copy.extent.depth; ++z) {
    URSA_CHECK(submitBox(at, slice));
    advance(slice.to);
    advance(slice.from);
  }
  return {};
}

// Copies between an image and pageable memory.
Result<void> copyThroughPinned(Submission &at, const ImageCopy &copy) {
  const Extent &extent = copy.extent;
  URSA_TRY(PinnedPointer block, at.native.pinned(extent.bytes()));
  const Rows staged{Commands::hostLocation(block->memory), extent.width,
                    extent.width * extent.height};
  at.keep(std::move(block));
  ImageCopy box = copy;
  if (copy.from.isPageable) {
    box.from = {};
    box.from.rows = staged;
    URSA_CHECK(copyOnHost(at, staged, copy.from.rows, extent));
    return copyByDriver(at, box);
  }
  box.to = {};
  box.to.rows = staged;
  URSA_CHECK(copyByDriver(at, box));
  return copyOnHost(at, copy.to.rows, staged, extent);
}

// Within one layered array the driver copies from the destination's layers.
Result<void> copyBetweenLayers(Submission &at, const ImageCopy &copy) {
  const Extent &extent = copy.extent;
  URSA_TRY(PinnedPointer block, at.native.pinned(extent.bytes()));
  CopySide staged;
  staged.rows = {Commands::hostLocation(block->memory), extent.width, extent.width * extent.height};
  at.keep(std::move(block));
  ImageCopy half = copy;
  half.to = staged;
  URSA_CHECK(copyByDriver(at, half));
  half = copy;
  half.from = staged;
  return copyByDriver(at, half);
}

Result<void> submitCopy(Submission &at, const ImageCopy &copy) {
  if (copy.from.image && copy.from.image == copy.to.image && copy.from.z != copy.to.z &&
      copy.from.image->shape.layers != 0)
    return copyBetweenLayers(at, copy);
  if (!copy.usesPageableMemory())
    return copyByDriver(at, copy);
  URSA_TRY(const bool isIdle, at.isIdle());
  return isIdle ? copyByDriver(at, copy) : copyThroughPinned(at, copy);
}

Error outside(const char *name, const ur_rect_offset_t &offset, const ur_rect_region_t &region,
              const ImageShape &shape) {
  return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                   "{} x {} x {} pixels from ({}, {}, {}) on do not lie in the {}, which has {} x "
                   "{} x {}.",
                   region.width, region.height, region.depth, offset.x, offset.y, offset.z, name,
                   shape.width, shape.rows(), shape.slices());
}

Result<void> setImage(CopySide &side, const Described &described, const ur_rect_region_t &region,
                      const PixelFormat &pixel) {
  const ImageShape &shape = side.image->shape;
  if (shape.isMipmap())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} {} is a mipmap with {} levels; its levels can be copied.",
                     described.name, described.memory, shape.levels);
  if (side.image->pixel.bytes != pixel.bytes)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "Pixels of the {} have {} bytes; those of the format {} bytes.",
                     described.name, side.image->pixel.bytes, pixel.bytes);
  const ur_rect_offset_t &offset = described.offset;
  if (offset.x + region.width > shape.width || offset.y + region.height > shape.rows() ||
      offset.z + region.depth > shape.slices())
    return outside(described.name, offset, region, shape);
  side.x = offset.x * pixel.bytes;
  side.y = offset.y;
  side.z = offset.z;
  return {};
}

struct Pitches {
  size_t row = 0; ///< bytes; 0 for packed
  size_t slice = 0;
};

Pitches pitchesOf(const ur_image_desc_t &description) {
  Pitches pitches{description.rowPitch, description.slicePitch};
  for (const auto *next = static_cast<const ur_base_desc_t *>(description.pNext); next;
       next = static_cast<const ur_base_desc_t *>(next->pNext)) {
    if (next->stype != UR_STRUCTURE_TYPE_EXP_IMAGE_USER_PITCH_DESC)
      continue;
    const void *const extension = next;
    const auto &given = *static_cast<const ur_exp_image_user_pitch_desc_t *>(extension);
    pitches = {given.rowPitch, given.slicePitch};
  }
  return pitches;
}

/// Returns a * b + c unless that is too large.
std::optional<uint64_t> multiplyAdd(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result))
    return std::nullopt;
  return result;
}

Result<void> setMemory(CopySide &side, const ur_context_handle_t_ &context,
                       const Described &described, const ur_rect_region_t &region,
                       const PixelFormat &pixel, uint64_t mostPitch) {
  const ur_rect_offset_t &offset = described.offset;
  const ur_image_desc_t &description = described.description;
  const uint64_t rows = std::max<uint64_t>(description.height, 1);
  const Pitches given = pitchesOf(description);
  const uint64_t rowPitch =
      given.row ? given.row : std::min(description.width, kMostPixels) * pixel.bytes;
  const auto slicePitch =
      given.slice ? std::optional<uint64_t>(given.slice) : multiplyAdd(rowPitch, rows, 0);
  const uint64_t rowEnd = (offset.x + region.width) * pixel.bytes;
  const auto sliceEnd = multiplyAdd(offset.y + region.height - 1, rowPitch, rowEnd);
  const auto end = slicePitch && sliceEnd
                       ? multiplyAdd(offset.z + region.depth - 1, *slicePitch, *sliceEnd)
                       : std::nullopt;
  if (rowEnd > rowPitch || rowPitch > mostPitch || !end ||
      (offset.z + region.depth > 1 && *sliceEnd > *slicePitch))
    return makeError(
        UR_RESULT_ERROR_INVALID_SIZE,
        "{} x {} x {} pixels of {} bytes from ({}, {}, {}) on do not fit the {}, whose "
        "rows are {} bytes apart, at most {}, and whose slices have {} rows.",
        region.width, region.height, region.depth, pixel.bytes, offset.x, offset.y, offset.z,
        described.name, rowPitch, mostPitch,
        given.slice ? given.slice / std::max<uint64_t>(rowPitch, 1) : rows);
  if (const auto allocation = context.allocations.find(described.memory)) {
    const auto available =
        static_cast<uint64_t>(static_cast<const std::byte *>(allocation->base) + allocation->size -
                              static_cast<const std::byte *>(described.memory));
    if (*end > available)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The copy ends {} bytes after the beginning of the {}, of which {} are "
                       "allocated.",
                       *end, described.name, available);
  }
  side.rows.start = Commands::hostLocation(described.memory) +
                    (offset.z * *slicePitch + offset.y * rowPitch + offset.x * pixel.bytes);
  side.rows.rowPitch = rowPitch;
  side.rows.slicePitch = *slicePitch;
  return {};
}

/// The driver's context is current.
Result<CopySide> makeSide(const ur_queue_handle_t_ &queue, const Described &described,
                          const ur_rect_region_t &region, const PixelFormat &pixel) {
  CopySide side;
  const auto handle = reinterpret_cast<uintptr_t>(described.memory);
  side.image = queue.context->images.find(handle);
  if (side.image && !described.isImage)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} {} is image memory, but the input types tell that it is not.",
                     described.name, described.memory);
  if (side.image) {
    URSA_CHECK(setImage(side, described, region, pixel));
    return side;
  }
  const bool isKnown = queue.native.knows(handle);
  if (described.isImage && !isKnown)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} {} is neither image memory of the context nor USM.", described.name,
                     described.memory);
  URSA_CHECK(setMemory(side, *queue.context, described, region, pixel, queue.device->maxPitch));
  side.isPageable = !isKnown;
  return side;
}

bool hasRows(const ur_image_desc_t &description) {
  return description.type != UR_MEM_TYPE_IMAGE1D && description.type != UR_MEM_TYPE_IMAGE1D_ARRAY;
}

bool hasSlices(const ur_image_desc_t &description) {
  return description.type != UR_MEM_TYPE_IMAGE1D && description.type != UR_MEM_TYPE_IMAGE2D &&
         description.type != UR_MEM_TYPE_IMAGE_GATHER_EXP;
}

/// Returns the extent of a copy; 1 in dimensions that not both images have.
Result<ur_rect_region_t> regionOf(const ur_exp_image_copy_region_t &given,
                                  const ur_image_desc_t &from, const ur_image_desc_t &to) {
  ur_rect_region_t region = given.copyExtent;
  if (region.height == 0 && !(hasRows(from) && hasRows(to)))
    region.height = 1;
  if (region.depth == 0 && !(hasSlices(from) && hasSlices(to)))
    region.depth = 1;
  const auto isLarge = [](uint64_t x, uint64_t y, uint64_t z) {
    return std::max({x, y, z}) > kMostPixels;
  };
  const ur_rect_offset_t &source = given.srcOffset;
  const ur_rect_offset_t &destination = given.dstOffset;
  if (region.width == 0 || region.height == 0 || region.depth == 0 ||
      isLarge(region.width, region.height, region.depth) || isLarge(source.x, source.y, source.z) ||
      isLarge(destination.x, destination.y, destination.z))
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A copy of {} x {} x {} pixels was requested.",
                     given.copyExtent.width, given.copyExtent.height, given.copyExtent.depth);
  return region;
}

Result<void> checkKinds(ur_exp_image_copy_flags_t flags, ur_exp_image_copy_input_types_t types) {
  switch (flags) {
  case UR_EXP_IMAGE_COPY_FLAG_HOST_TO_DEVICE:
  case UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST:
  case UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE:
  case UR_EXP_IMAGE_COPY_FLAG_HOST_TO_HOST:
    break;
  default:
    return makeError(flags & UR_EXP_IMAGE_COPY_FLAGS_MASK ? UR_RESULT_ERROR_INVALID_ENUMERATION
                                                          : UR_RESULT_ERROR_INVALID_VALUE,
                     "The flags {:#x} are not those of one direction of a copy.", flags);
  }
  switch (types) {
  case UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE:
  case UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM:
  case UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_MEM:
  case UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_IMAGE:
    return {};
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} are no input types of a copy.",
                     static_cast<int>(types));
  }
}

Result<PixelFormat> commonPixel(const ur_image_format_t &from, const ur_image_format_t &to) {
  URSA_TRY(const PixelFormat source, pixelFormat(from));
  URSA_TRY(const PixelFormat destination, pixelFormat(to));
  if (source.bytes != destination.bytes)
    return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "Pixels of {} bytes cannot be copied to pixels of {} bytes.", source.bytes,
                     destination.bytes);
  return source;
}

} // namespace

WorkResult makeImageCopy(NativeContext &native, ImageCopy copy) {
  const auto &[to, from, extent] = copy;
  if (!to.image && !from.image)
    return makeCopy(native, to.rows, from.rows, extent, {});
  auto work = std::make_shared<Work>();
  work->keeps.push_back(to.image);
  work->keeps.push_back(from.image);
  work->usesPageableMemory = copy.usesPageableMemory();
  work->submit = [copy = std::move(copy)](Submission &at) { return submitCopy(at, copy); };
  return WorkPointer(std::move(work));
}

namespace {

ur_result_t
copyImage(ur_queue_handle_t hQueue, const void *pSrc, void *pDst,
          const ur_image_desc_t *pSrcImageDesc, const ur_image_desc_t *pDstImageDesc,
          const ur_image_format_t *pSrcImageFormat, const ur_image_format_t *pDstImageFormat,
          ur_exp_image_copy_region_t *pCopyRegion, ur_exp_image_copy_flags_t imageCopyFlags,
          ur_exp_image_copy_input_types_t imageCopyInputTypes, uint32_t numEventsInWaitList,
          const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  const EnqueueParameters parameters{hQueue, UR_COMMAND_MEM_IMAGE_COPY, numEventsInWaitList,
                                     phEventWaitList, phEvent};
  return adapter::enqueueWork<Commands>(parameters, [&](ur_context_handle_t) -> WorkResult {
    URSA_POINTER(pSrc);
    URSA_POINTER(pDst);
    URSA_POINTER(pSrcImageDesc);
    URSA_POINTER(pDstImageDesc);
    URSA_POINTER(pSrcImageFormat);
    URSA_POINTER(pDstImageFormat);
    URSA_POINTER(pCopyRegion);
    URSA_CHECK(checkKinds(imageCopyFlags, imageCopyInputTypes));
    URSA_TRY(const PixelFormat pixel, commonPixel(*pSrcImageFormat, *pDstImageFormat));
    URSA_TRY(const ur_rect_region_t region, regionOf(*pCopyRegion, *pSrcImageDesc, *pDstImageDesc));
    const bool isFromImage = imageCopyInputTypes == UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM ||
                             imageCopyInputTypes == UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_IMAGE;
    const bool isToImage = imageCopyInputTypes == UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE ||
                           imageCopyInputTypes == UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_IMAGE;
    NativeContext &native = hQueue->native;
    URSA_TRY(const Current current, native.enter());
    ImageCopy copy;
    URSA_TRY(copy.from,
             makeSide(*hQueue,
                      {pSrc, *pSrcImageDesc, pCopyRegion->srcOffset, isFromImage, "source"}, region,
                      pixel));
    URSA_TRY(copy.to,
             makeSide(*hQueue,
                      {pDst, *pDstImageDesc, pCopyRegion->dstOffset, isToImage, "destination"},
                      region, pixel));
    copy.extent = {region.width * pixel.bytes, region.height, region.depth};
    return makeImageCopy(native, std::move(copy));
  });
}

} // namespace

void fillImageCopies(ur_dditable_t &table) { table.BindlessImagesExp.pfnImageCopyExp = copyImage; }

} // namespace ursa::cuda
