#include "adapters/cuda/image/mem_image.h"

#include "adapters/common/image_description.h"
#include "adapters/common/image_info.h"
#include "adapters/common/memory_flags.h"
#include "adapters/common/memory_functions.h"
#include "adapters/common/references.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/image/image_copy.h"
#include "adapters/cuda/image/image_replicas.h"
#include "format/nvptx/image_argument.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

using format::nvptx::ImageArgument;

// OpenCL C's numbers of UR's channel orders, and of the first channel type; those of the types have
// the same order.
constexpr uint32_t kOrderNumbers[] = {0x10B1, 0x10B0, 0x10B2, 0x10B3, 0x10B4,
                                      0x10B5, 0x10B6, 0x10B7, 0x10C3, 0x10B8,
                                      0x10B9, 0x10BA, 0x10BB, 0x10BC, 0x10C1};
constexpr uint32_t kFirstTypeNumber = 0x10D0;

bool isSameSampler(const ur_sampler_desc_t &a, const ur_sampler_desc_t &b) {
  return a.normalizedCoords == b.normalizedCoords && a.addressingMode == b.addressingMode &&
         a.filterMode == b.filterMode;
}

// Returns the sampler of the texture with an index. The driver repeats and mirrors only normalized
// coordinates, and filters no integers, for which OpenCL does not define the results either.
ur_sampler_desc_t samplerOf(uint32_t index, const PixelFormat &pixel) {
  const bool isNormalized = index & format::nvptx::kNormalizedCoordinates;
  auto mode =
      static_cast<ur_sampler_addressing_mode_t>((index & 0xF) >> format::nvptx::kAddressingShift);
  const bool repeats = mode == UR_SAMPLER_ADDRESSING_MODE_REPEAT ||
                       mode == UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT;
  if (mode == UR_SAMPLER_ADDRESSING_MODE_NONE ||
      mode > UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT || (repeats && !isNormalized))
    mode = UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
  const bool isLinear =
      index >= format::nvptx::textureIndex(format::nvptx::kFilterLinear) && !pixel.isInteger;
  return {UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, isNormalized, mode,
          isLinear ? UR_SAMPLER_FILTER_MODE_LINEAR : UR_SAMPLER_FILTER_MODE_NEAREST};
}

// Makes textures and surface. After a failure, the image has those that were made.
Result<void> makeObjects(DeviceImage &image, ImageArgument &argument) {
  const ImageMemory &pixels = *image.pixels;
  NativeContext &native = pixels.native;
  const CUDA_RESOURCE_DESC resource = resourceOf(pixels);
  std::vector<ur_sampler_desc_t> made; // of the textures among the objects
  for (uint32_t index = 0; index < std::size(argument.textures); ++index) {
    const ur_sampler_desc_t sampler = samplerOf(index, pixels.pixel);
    const auto found = std::find_if(made.begin(), made.end(), [&](const ur_sampler_desc_t &other) {
      return isSameSampler(sampler, other);
    });
    if (found == made.end()) {
      URSA_TRY(const CUDA_TEXTURE_DESC texture,
               textureDescriptor(sampler, pixels.shape, pixels.pixel));
      CUtexObject object = 0;
      URSA_CHECK(native.check(cu().cuTexObjectCreate(&object, &resource, &texture, nullptr),
                              "cuTexObjectCreate"));
      image.objects.push_back({&native, object, /*isSampled=*/true});
      made.push_back(sampler);
      argument.textures[index] = object;
    } else {
      argument.textures[index] = image.objects[static_cast<size_t>(found - made.begin())].handle;
    }
  }
  CUsurfObject surface = 0;
  URSA_CHECK(native.check(cu().cuSurfObjectCreate(&surface, &resource), "cuSurfObjectCreate"));
  image.objects.push_back({&native, surface, /*isSampled=*/false});
  argument.surface = surface;
  return {};
}

void setShape(const ImageMemory &pixels, ImageArgument &argument) {
  const ImageShape &shape = pixels.shape;
  const auto number = [](size_t extent) { return static_cast<uint32_t>(extent); };
  const bool is1DArray = shape.type == UR_MEM_TYPE_IMAGE1D_ARRAY;
  argument.extent[0] = number(shape.width);
  argument.extent[1] = number(is1DArray ? shape.layers : shape.rows());
  argument.extent[2] = number(is1DArray ? 1 : shape.slices());
  argument.pixelBytes = number(pixels.pixel.bytes);
  argument.order = kOrderNumbers[pixels.format.channelOrder];
  argument.isRgba = pixels.format.channelOrder == UR_IMAGE_CHANNEL_ORDER_RGBA ? 1 : 0;
  argument.type = kFirstTypeNumber + static_cast<uint32_t>(pixels.format.channelType);
}

ImagePitches packedPitches(const ImageShape &shape, size_t pixelBytes) {
  const size_t row = shape.width * pixelBytes;
  return {row, shape.depth || shape.layers ? row * shape.rows() : 0};
}

// Returns the pitches of the application's memory.
Result<ImagePitches> givenPitches(const ur_image_desc_t &description, const ImageShape &shape,
                                  size_t pixelBytes, size_t mostPitch) {
  const ImagePitches packed = packedPitches(shape, pixelBytes);
  const size_t row = description.rowPitch ? description.rowPitch : packed.row;
  const size_t rows = shape.rows();
  const bool hasSlices = packed.slice != 0;
  const size_t slice = !hasSlices               ? 0
                       : description.slicePitch ? description.slicePitch
                                                : row * rows;
  if (row < packed.row || row > mostPitch || row % pixelBytes != 0 ||
      (hasSlices && (slice < row * rows || slice > SIZE_MAX >> 17 || slice % row != 0)))
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "Row pitch {} and slice pitch {} do not suit an {} of {} x {} x {} pixels of "
                     "{} bytes.",
                     description.rowPitch, description.slicePitch,
                     adapter::imageTypeName(shape.type), shape.width, shape.rows(), shape.slices(),
                     pixelBytes);
  return ImagePitches{row, slice};
}

Result<void> fillFromHost(const ImageMemoryPointer &image, const void *host,
                          const ImagePitches &pitches) {
  const ImageShape &shape = image->shape;
  const auto location = Commands::hostLocation(host);
  ImageCopy copy;
  copy.to.image = image;
  const bool is1DArray = shape.type == UR_MEM_TYPE_IMAGE1D_ARRAY;
  const size_t row = is1DArray ? pitches.slice : pitches.row;
  copy.from.rows = {location, row, pitches.slice ? pitches.slice : row * shape.rows()};
  copy.from.isPageable = !image->native.knows(location.address);
  copy.extent = {shape.width * image->pixel.bytes, shape.rows(), shape.slices()};
  URSA_TRY(const WorkPointer work, makeImageCopy(image->native, std::move(copy)));
  return runNow(image->native, *work);
}

Result<ur_mem_handle_t> makeImageObject(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                        const ur_image_format_t &format,
                                        const ur_image_desc_t &description, void *host) {
  URSA_TRY(const PixelFormat pixel, memPixelFormat(format));
  URSA_TRY(const ImageShape shape, imageShape(description));
  NativeContext &native = context.first();
  URSA_CHECK(checkLimits(shape, arrayLimits(native.device, shape.type, /*isMipmap=*/false)));
  URSA_TRY(const ImagePitches pitches,
           givenPitches(description, shape, pixel.bytes, native.device.maxPitch));
  URSA_TRY(const Current current, native.enter());
  URSA_TRY(const ImageMemoryPointer pixels, allocateImageMemory(native, format, pixel, shape));
  if (host)
    URSA_CHECK(fillFromHost(pixels, host, pitches));
  return makeMemImage(context, flags, pixels,
                      flags & UR_MEM_FLAG_USE_HOST_POINTER ? &pitches : nullptr);
}

std::optional<adapter::ImageFacts> factsOf(const ur_mem_handle_t_ &memory) {
  if (!memory.image)
    return std::nullopt;
  const MemImage &image = *memory.image;
  const ImageShape &shape = image.pixels->shape;
  return adapter::ImageFacts{image.pixels->format, image.pixels->pixel.bytes,
                             image.pitches.row,    image.pitches.slice,
                             shape.width,          shape.height,
                             shape.depth,          shape.layers};
}

} // namespace

DeviceImage::~DeviceImage() {
  for (const ImageObject &object : objects)
    destroy(object);
}

MemImage::MemImage() = default;
MemImage::~MemImage() = default;

Result<PixelFormat> memPixelFormat(const ur_image_format_t &format) {
  ur_image_format_t stored = format;
  if (stored.channelOrder == UR_IMAGE_CHANNEL_ORDER_INTENSITY ||
      stored.channelOrder == UR_IMAGE_CHANNEL_ORDER_LUMINANCE)
    stored.channelOrder = UR_IMAGE_CHANNEL_ORDER_R;
  const auto pixel = pixelFormat(stored);
  if (!pixel)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT, pixel.error().message};
  return *pixel;
}

Result<DeviceImagePointer> makeDeviceImage(ImageMemoryPointer pixels) {
  auto image = std::make_shared<DeviceImage>();
  image->pixels = std::move(pixels);
  NativeContext &native = image->pixels->native;
  ImageArgument argument = {};
  setShape(*image->pixels, argument);
  URSA_CHECK(makeObjects(*image, argument));
  static_assert(sizeof(argument) <= SmallMemory::kLargest);
  URSA_TRY(const CUdeviceptr table, native.smallMemory.take(native, sizeof(argument)));
  image->table = std::shared_ptr<const BufferMemory>(
      new BufferMemory{native, table, sizeof(argument), BufferMemory::Kind::Small});
  URSA_CHECK(copyToNew(*image->table, &argument));
  return DeviceImagePointer(std::move(image));
}

Result<ur_mem_handle_t> makeMemImage(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                     ImageMemoryPointer pixels, const ImagePitches *given) {
  const ImageMemory &made = *pixels;
  auto image = std::make_shared<MemImage>();
  URSA_TRY(image->first, makeDeviceImage(pixels));
  image->pitches = given ? *given : packedPitches(made.shape, made.pixel.bytes);
  if (context.natives.size() > 1)
    image->replicas = std::make_unique<ImageReplicas>(pixels);
  image->pixels = std::move(pixels);
  const size_t bytes =
      made.shape.width * made.pixel.bytes * made.shape.rows() * made.shape.slices();
  auto table = image->first->table;
  return new ur_mem_handle_t_(&context, nullptr, std::move(table), 0, bytes, flags, nullptr,
                              std::move(image));
}

Result<void> checkImageArgument(const adapter::KernelSignature &kernel, uint32_t index,
                                const adapter::KernelParameter &parameter,
                                const ur_mem_handle_t_ *memory) {
  using adapter::ParameterKind;
  const MemImage *const image = memory ? memory->image.get() : nullptr;
  const auto anImage = [](ur_mem_type_t type) {
    return fmt::format("an {}", adapter::imageTypeName(type));
  };
  if (parameter.kind == ParameterKind::Image) {
    if (!image || image->pixels->shape.type != parameter.imageType)
      return adapter::wrongArgument(kernel, index, anImage(parameter.imageType),
                                    !memory ? "none"
                                    : image ? anImage(image->pixels->shape.type)
                                            : "a buffer");
  } else if (image && parameter.kind != ParameterKind::Unknown) {
    return adapter::wrongArgument(kernel, index, "a pointer", "an image");
  }
  return {};
}

void fillMemImages(ur_dditable_t &table) {
  table.Mem.pfnImageCreate =
      adapter::createImage<ur_context_handle_t_, ur_mem_handle_t_, makeImageObject>;
  table.Mem.pfnImageGetInfo = adapter::getImageInfo<ur_mem_handle_t_, factsOf>;
  fillMemImageCommands(table);
}

} // namespace ursa::cuda
