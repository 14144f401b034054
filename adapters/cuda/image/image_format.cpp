#include "adapters/cuda/image/image_format.h"

#include "adapters/cuda/driver/device.h"

#include <algorithm>
#include <bit>

namespace ursa::cuda {
namespace {

constexpr size_t kCubeFaces = 6;

/// Returns how many channels an order has; 0 for orders that the driver has no arrays of.
unsigned channelsOf(ur_image_channel_order_t order) {
  switch (order) {
  case UR_IMAGE_CHANNEL_ORDER_A:
  case UR_IMAGE_CHANNEL_ORDER_R:
    return 1;
  case UR_IMAGE_CHANNEL_ORDER_RG:
  case UR_IMAGE_CHANNEL_ORDER_RA:
    return 2;
  case UR_IMAGE_CHANNEL_ORDER_RGBA:
  case UR_IMAGE_CHANNEL_ORDER_BGRA:
  case UR_IMAGE_CHANNEL_ORDER_ARGB:
  case UR_IMAGE_CHANNEL_ORDER_ABGR:
    return 4;
  default:
    return 0;
  }
}

struct ChannelFormat {
  ur_image_channel_type_t type;
  CUarray_format format;
  size_t bytes;
  bool isInteger;
};
constexpr ChannelFormat kChannels[] = {
    {UR_IMAGE_CHANNEL_TYPE_SNORM_INT8, CU_AD_FORMAT_SIGNED_INT8, 1, false},
    {UR_IMAGE_CHANNEL_TYPE_SNORM_INT16, CU_AD_FORMAT_SIGNED_INT16, 2, false},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_INT8, CU_AD_FORMAT_UNSIGNED_INT8, 1, false},
    {UR_IMAGE_CHANNEL_TYPE_UNORM_INT16, CU_AD_FORMAT_UNSIGNED_INT16, 2, false},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8, 1, true},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16, 2, true},
    {UR_IMAGE_CHANNEL_TYPE_SIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32, 4, true},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT8, 1, true},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT16, 2, true},
    {UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32, CU_AD_FORMAT_UNSIGNED_INT32, 4, true},
    {UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT, CU_AD_FORMAT_HALF, 2, false},
    {UR_IMAGE_CHANNEL_TYPE_FLOAT, CU_AD_FORMAT_FLOAT, 4, false},
};

bool hasHeight(ur_mem_type_t type) {
  return type != UR_MEM_TYPE_IMAGE1D && type != UR_MEM_TYPE_IMAGE1D_ARRAY;
}

bool hasLayers(ur_mem_type_t type) {
  return type == UR_MEM_TYPE_IMAGE1D_ARRAY || type == UR_MEM_TYPE_IMAGE2D_ARRAY;
}

Result<void> checkNotZero(size_t extent, const char *name) {
  if (extent == 0)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE, "The {} of the image is 0.", name);
  return {};
}

} // namespace

Result<PixelFormat> pixelFormat(const ur_image_format_t &format) {
  const auto order = static_cast<uint32_t>(format.channelOrder);
  const auto type = static_cast<uint32_t>(format.channelType);
  if (order > UR_IMAGE_CHANNEL_ORDER_SRGBA || type > UR_IMAGE_CHANNEL_TYPE_FLOAT)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "Channel order {} with channel type {} is no image format.", order, type);
  const unsigned channels = channelsOf(format.channelOrder);
  const auto *channel =
      std::find_if(std::begin(kChannels), std::end(kChannels),
                   [&](const ChannelFormat &known) { return known.type == format.channelType; });
  if (channels == 0 || channel == std::end(kChannels))
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT,
                     "CUDA has no images with channel order {} and channel type {}.", order, type);
  return PixelFormat{channel->format, channels, channel->bytes * channels, channel->isInteger};
}

ImageShape ImageShape::level(uint32_t index) const {
  const auto shrink = [&](size_t extent) {
    return extent == 0 ? 0 : std::max<size_t>(extent >> index, 1);
  };
  return {type, shrink(width), shrink(height), shrink(depth), layers, 1};
}

Result<ImageShape> imageShape(const ur_image_desc_t &description) {
  if (description.stype != UR_STRUCTURE_TYPE_IMAGE_DESC)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "The structure type {} is not that of an image description.",
                     static_cast<int>(description.stype));
  ImageShape shape{description.type, description.width};
  switch (description.type) {
  case UR_MEM_TYPE_IMAGE1D:
  case UR_MEM_TYPE_IMAGE1D_ARRAY:
  case UR_MEM_TYPE_IMAGE2D:
  case UR_MEM_TYPE_IMAGE2D_ARRAY:
  case UR_MEM_TYPE_IMAGE_GATHER_EXP:
    break;
  case UR_MEM_TYPE_IMAGE3D:
    shape.depth = description.depth;
    URSA_CHECK(checkNotZero(shape.depth, "depth"));
    break;
  case UR_MEM_TYPE_IMAGE_CUBEMAP_EXP:
    shape.layers = kCubeFaces;
    if (description.width != description.height ||
        (description.arraySize != 0 && description.arraySize != kCubeFaces))
      return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                       "A cubemap has 6 squares; {} of {} x {} pixels were given.",
                       description.arraySize, description.width, description.height);
    break;
  default:
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "Memory type {} is not that of an image.", static_cast<int>(description.type));
  }
  URSA_CHECK(checkNotZero(shape.width, "width"));
  if (hasHeight(shape.type)) {
    shape.height = description.height;
    URSA_CHECK(checkNotZero(shape.height, "height"));
  }
  if (hasLayers(shape.type)) {
    shape.layers = description.arraySize;
    URSA_CHECK(checkNotZero(shape.layers, "number of layers"));
  }
  if (description.numSamples > 1)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Images have one sample in each pixel; {} were given.",
                     description.numSamples);
  shape.levels = std::max<uint32_t>(description.numMipLevel, 1);
  const size_t longest = std::max({shape.width, shape.height, shape.depth});
  if (shape.levels > static_cast<uint32_t>(std::bit_width(longest)))
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                     "An image whose longest side has {} pixels has at most {} mip levels; {} were "
                     "given.",
                     longest, std::bit_width(longest), shape.levels);
  if (shape.isMipmap() && shape.type == UR_MEM_TYPE_IMAGE_GATHER_EXP)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Images for gathering have one mip level; {} were given.", shape.levels);
  return shape;
}

CUDA_ARRAY3D_DESCRIPTOR arrayDescriptor(const ImageShape &shape, const PixelFormat &pixel) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor = {};
  descriptor.Width = shape.width;
  descriptor.Height = shape.height;
  descriptor.Depth = std::max(shape.depth, shape.layers);
  descriptor.Format = pixel.format;
  descriptor.NumChannels = pixel.channels;
  // An array can be gathered from or be written to.
  descriptor.Flags = shape.type == UR_MEM_TYPE_IMAGE_GATHER_EXP ? CUDA_ARRAY3D_TEXTURE_GATHER
                                                                : CUDA_ARRAY3D_SURFACE_LDST;
  if (hasLayers(shape.type))
    descriptor.Flags |= CUDA_ARRAY3D_LAYERED;
  if (shape.type == UR_MEM_TYPE_IMAGE_CUBEMAP_EXP)
    descriptor.Flags |= CUDA_ARRAY3D_CUBEMAP;
  return descriptor;
}

ImageLimits arrayLimits(const ur_device_handle_t_ &device, ur_mem_type_t type, bool isMipmap) {
  const auto one = [&](CUdevice_attribute query) { return number<size_t>(device, query); };
  const auto both = [&](CUdevice_attribute texture, CUdevice_attribute surface) {
    return std::min(one(texture), one(surface));
  };
  ImageLimits limits;
  switch (type) {
  case UR_MEM_TYPE_IMAGE1D:
    limits.width = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH,
                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH);
    if (isMipmap)
      limits.width =
          std::min(limits.width, one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH));
    break;
  case UR_MEM_TYPE_IMAGE2D:
    limits.width = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH);
    limits.height = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT);
    if (isMipmap) {
      limits.width =
          std::min(limits.width, one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH));
      limits.height =
          std::min(limits.height, one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT));
    }
    break;
  case UR_MEM_TYPE_IMAGE3D:
    limits.width = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH,
                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH);
    limits.height = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT);
    limits.slices = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH);
    break;
  case UR_MEM_TYPE_IMAGE1D_ARRAY:
    limits.width = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,
                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH);
    limits.slices = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS);
    break;
  case UR_MEM_TYPE_IMAGE2D_ARRAY:
    limits.width = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH);
    limits.height = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT);
    limits.slices = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS);
    break;
  case UR_MEM_TYPE_IMAGE_CUBEMAP_EXP:
    limits.width = limits.height = both(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH,
                                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH);
    limits.slices = kCubeFaces;
    break;
  case UR_MEM_TYPE_IMAGE_GATHER_EXP:
    limits.width = one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH);
    limits.height = one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT);
    break;
  default:
    break;
  }
  return limits;
}

ImageLimits linearLimits(const ur_device_handle_t_ &device, ur_mem_type_t type) {
  const auto one = [&](CUdevice_attribute query) { return number<size_t>(device, query); };
  if (type == UR_MEM_TYPE_IMAGE1D)
    return {one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)};
  if (type == UR_MEM_TYPE_IMAGE2D)
    return {one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH),
            one(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT)};
  return {};
}

Result<void> checkLimits(const ImageShape &shape, const ImageLimits &limits) {
  if (shape.width > limits.width || shape.height > limits.height ||
      std::max(shape.depth, shape.layers) > limits.slices)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                     "The image has {} x {} x {} pixels; {} x {} x {} are the most of its kind.",
                     shape.width, shape.rows(), shape.slices(), limits.width,
                     std::max<size_t>(limits.height, 1), std::max<size_t>(limits.slices, 1));
  return {};
}

} // namespace ursa::cuda
