#include "adapters/host/image/image.h"

#include "adapters/common/image_description.h"
#include "adapters/common/image_info.h"
#include "adapters/common/memory_flags.h"
#include "adapters/common/memory_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/topology.h"
#include "support/last_error.h"

#include <cstdlib>
#include <cstring>

namespace ursa::host {
namespace {

using compiler::host::Image;
using format::host::axesOf;
using format::host::ImageType;
using format::host::isArray;

std::optional<ImageType> typeOf(ur_mem_type_t type) {
  switch (type) {
  case UR_MEM_TYPE_IMAGE1D:
    return ImageType::Image1D;
  case UR_MEM_TYPE_IMAGE1D_ARRAY:
    return ImageType::Image1DArray;
  case UR_MEM_TYPE_IMAGE2D:
    return ImageType::Image2D;
  case UR_MEM_TYPE_IMAGE2D_ARRAY:
    return ImageType::Image2DArray;
  case UR_MEM_TYPE_IMAGE3D:
    return ImageType::Image3D;
  default:
    return std::nullopt;
  }
}

Error badDescription(std::string sentence) {
  return Error{UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR, std::move(sentence)};
}

Result<void> checkExtents(const Image &image) {
  const bool is3D = image.type == ImageType::Image3D;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const bool isLayer = isArray(image.type) && axis == axesOf(image.type);
    const size_t most = isLayer ? kMaxImageLayers : is3D ? kMaxImage3DExtent : kMaxImageExtent;
    if (image.extent[axis] == 0 || image.extent[axis] > most)
      return makeError(
          UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
          "An {} of {} x {} x {} pixels and layers was requested; 1 to {} are possible "
          "in dimension {}.",
          format::host::nameOf(image.type), image.extent[0], image.extent[1], image.extent[2], most,
          axis);
  }
  return {};
}

// Narrows to 32 bits and saturates, so that a size beyond the limit stays beyond it.
uint32_t narrowed(size_t extent) {
  return static_cast<uint32_t>(std::min<size_t>(extent, UINT32_MAX));
}

// Describes an image with tightly packed pixels, without memory.
Result<ImageState> describe(const ur_image_format_t &format, const ur_image_desc_t &desc) {
  const auto pixel = compiler::host::PixelFormat::of(format);
  if (!pixel)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT,
                     "There is no pixel format of channel order {} and channel type {}.",
                     static_cast<int>(format.channelOrder), static_cast<int>(format.channelType));
  const ImageType type = *typeOf(desc.type);
  Image image{{.data = nullptr,
               .pitch = {},
               .extent = {narrowed(desc.width), 1, 1},
               .openclOrder = pixel->openclOrder(),
               .openclType = pixel->openclType(),
               .type = type},
              *pixel};
  if (axesOf(type) >= 2)
    image.extent[1] = narrowed(desc.height);
  if (axesOf(type) >= 3)
    image.extent[2] = narrowed(desc.depth);
  if (isArray(type))
    image.extent[axesOf(type)] = narrowed(desc.arraySize);
  URSA_CHECK(checkExtents(image));
  image.pitch[0] = pixel->size();
  image.pitch[1] = image.pitch[0] * image.extent[0];
  image.pitch[2] = image.pitch[1] * image.extent[1];
  const bool hasSlices = type == ImageType::Image3D || isArray(type);
  return ImageState{image, image.pitch[1],
                    !hasSlices                        ? 0
                    : type == ImageType::Image1DArray ? image.pitch[1]
                                                      : image.pitch[2]};
}

uint64_t bytesOf(const Image &image) {
  return image.pitch[2] * (image.extent[2] - 1) + image.pitch[1] * (image.extent[1] - 1) +
         image.pitch[0] * image.extent[0];
}

// Describes the image in the application's memory, with the given pitches.
Result<ImageState> inHostMemory(ImageState state, const ur_image_desc_t &desc, void *host) {
  Image &image = state.pixels;
  const bool is1DArray = image.type == ImageType::Image1DArray;
  const size_t row = desc.rowPitch ? desc.rowPitch : state.rowPitch;
  const size_t rows = is1DArray ? 1 : image.extent[1];
  const size_t slice = desc.slicePitch ? desc.slicePitch : row * rows;
  const bool hasSlices = state.slicePitch != 0;
  if (row < state.rowPitch || row > topology().memoryBytes || row % image.pitch[0] != 0 ||
      (hasSlices && (slice < row * rows || slice > topology().memoryBytes || slice % row != 0)))
    return badDescription(fmt::format(
        "Row pitch {} and slice pitch {} do not suit an {} of {} x {} x {} pixels of {} bytes.",
        desc.rowPitch, desc.slicePitch, format::host::nameOf(image.type), image.extent[0],
        image.extent[1], image.extent[2], image.pitch[0]));
  state.rowPitch = row;
  state.slicePitch = hasSlices ? slice : 0;
  image.pitch[1] = is1DArray ? slice : row;
  image.pitch[2] = hasSlices && !is1DArray ? slice : row * rows;
  image.data = static_cast<std::byte *>(host);
  return state;
}

void copyPixels(const Image &to, const Image &from) {
  for (uint32_t z = 0; z < to.extent[2]; ++z)
    for (uint32_t y = 0; y < to.extent[1]; ++y)
      std::memcpy(to.at(0, y, z), from.at(0, y, z), to.pitch[0] * to.extent[0]);
}

Result<ur_mem_handle_t> makeImageObject(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                        const ur_image_format_t &format,
                                        const ur_image_desc_t &description, void *hostMemory) {
  URSA_TRY(ImageState image, describe(format, description));
  std::optional<ImageState> host;
  if (hostMemory) {
    URSA_TRY(host, inHostMemory(image, description, hostMemory));
  }
  const bool isInPlace = flags & UR_MEM_FLAG_USE_HOST_POINTER;
  if (isInPlace)
    image = *host;
  const uint64_t bytes = bytesOf(image.pixels);
  if (bytes > topology().memoryBytes)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                     "An image of {} bytes was requested; {} are possible.", bytes,
                     topology().memoryBytes);
  OwnedMemory data;
  if (!isInPlace) {
    URSA_TRY(data, allocateMemory(bytes, "an image"));
    image.pixels.data = data.get();
    if (host)
      copyPixels(image.pixels, host->pixels);
  }
  auto *const memory = new ur_mem_handle_t_(&context, nullptr, image.pixels.data, bytes,
                                            /*ownsMemory=*/!isInPlace, flags, image);
  (void)data.release();
  return memory;
}

std::optional<adapter::ImageFacts> factsOf(const ur_mem_handle_t_ &memory) {
  if (!memory.image)
    return std::nullopt;
  const Image &image = memory.image->pixels;
  const uint32_t axes = axesOf(image.type);
  return adapter::ImageFacts{image.format.format(),
                             image.format.size(),
                             memory.image->rowPitch,
                             memory.image->slicePitch,
                             image.extent[0],
                             axes >= 2 ? image.extent[1] : 0,
                             axes >= 3 ? image.extent[2] : 0,
                             isArray(image.type) ? image.extent[axes] : 0};
}

} // namespace

void fillImageTable(ur_dditable_t &table) {
  table.Mem.pfnImageCreate =
      adapter::createImage<ur_context_handle_t_, ur_mem_handle_t_, makeImageObject>;
  table.Mem.pfnImageGetInfo = adapter::getImageInfo<ur_mem_handle_t_, factsOf>;
}

} // namespace ursa::host
