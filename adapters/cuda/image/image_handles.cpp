// Bindless images as kernels use them: texture objects, which are sampled, and surface objects.
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "support/last_error.h"

#include <cmath>

namespace ursa::cuda {
namespace {

Result<CUaddress_mode> addressMode(ur_sampler_addressing_mode_t mode) {
  switch (mode) {
  case UR_SAMPLER_ADDRESSING_MODE_NONE: // what is outside is undefined
  case UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE:
    return CU_TR_ADDRESS_MODE_CLAMP;
  case UR_SAMPLER_ADDRESSING_MODE_CLAMP:
    return CU_TR_ADDRESS_MODE_BORDER;
  case UR_SAMPLER_ADDRESSING_MODE_REPEAT:
    return CU_TR_ADDRESS_MODE_WRAP;
  case UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT:
    return CU_TR_ADDRESS_MODE_MIRROR;
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} is no addressing mode of a sampler.",
                     static_cast<int>(mode));
  }
}

Result<CUfilter_mode> filterMode(ur_sampler_filter_mode_t mode) {
  if (mode != UR_SAMPLER_FILTER_MODE_NEAREST && mode != UR_SAMPLER_FILTER_MODE_LINEAR)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} is no filter mode of a sampler.",
                     static_cast<int>(mode));
  return mode == UR_SAMPLER_FILTER_MODE_LINEAR ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
}

Result<void> setMipmapProperties(CUDA_TEXTURE_DESC &texture,
                                 const ur_exp_sampler_mip_properties_t &properties) {
  const float anisotropy = properties.maxAnisotropy;
  if (!(anisotropy >= 0 && anisotropy <= static_cast<float>(kMostAnisotropy)) ||
      std::isnan(properties.minMipmapLevelClamp) || std::isnan(properties.maxMipmapLevelClamp))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Anisotropy {} and mip levels from {} to {} were given; an anisotropy from 0 "
                     "to {} and levels that are numbers are possible.",
                     anisotropy, properties.minMipmapLevelClamp, properties.maxMipmapLevelClamp,
                     kMostAnisotropy);
  URSA_TRY(texture.mipmapFilterMode, filterMode(properties.mipFilterMode));
  texture.maxAnisotropy = static_cast<unsigned>(anisotropy);
  texture.minMipmapLevelClamp = properties.minMipmapLevelClamp;
  texture.maxMipmapLevelClamp = properties.maxMipmapLevelClamp;
  return {};
}

Result<void> setCubemapProperties(CUDA_TEXTURE_DESC &texture,
                                  const ur_exp_sampler_cubemap_properties_t &properties) {
  switch (properties.cubemapFilterMode) {
  case UR_EXP_SAMPLER_CUBEMAP_FILTER_MODE_DISJOINTED:
    return {};
  case UR_EXP_SAMPLER_CUBEMAP_FILTER_MODE_SEAMLESS:
    if (!hasSeamlessCubemaps())
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Cubemaps are filtered across edges from CUDA 11.6 on; the driver is for "
                       "{}.{}.",
                       cu().version / 1000, cu().version % 1000 / 10);
    texture.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    return {};
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "{} is no filter mode of a sampler of cubemaps.",
                     static_cast<int>(properties.cubemapFilterMode));
  }
}

// Modes of dimensions that an image does not have are left at 0, because the driver looks at them.
Result<void> setAddressModes(CUDA_TEXTURE_DESC &texture, const ImageShape &shape,
                             const ur_sampler_addressing_mode_t (&modes)[3]) {
  const bool has[3] = {true, shape.height != 0, shape.depth != 0};
  for (size_t d = 0; d < 3; ++d) {
    URSA_TRY(const CUaddress_mode mode, addressMode(modes[d]));
    if (has[d])
      texture.addressMode[d] = mode;
  }
  return {};
}

} // namespace

Result<CUDA_TEXTURE_DESC> textureDescriptor(const ur_sampler_desc_t &sampler,
                                            const ImageShape &shape, const PixelFormat &pixel) {
  if (sampler.stype != UR_STRUCTURE_TYPE_SAMPLER_DESC)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The structure type {} is not that of a sampler's description.",
                     static_cast<int>(sampler.stype));
  CUDA_TEXTURE_DESC texture = {};
  URSA_TRY(texture.filterMode, filterMode(sampler.filterMode));
  const ur_sampler_addressing_mode_t all = sampler.addressingMode;
  URSA_CHECK(setAddressModes(texture, shape, {all, all, all}));
  if (sampler.normalizedCoords)
    texture.flags |= CU_TRSF_NORMALIZED_COORDINATES;
  if (pixel.isInteger) // the driver would return floats from 0 to 1 for short integers
    texture.flags |= CU_TRSF_READ_AS_INTEGER;
  for (const auto *next = static_cast<const ur_base_desc_t *>(sampler.pNext); next;
       next = static_cast<const ur_base_desc_t *>(next->pNext)) {
    const void *const extension = next;
    if (next->stype == UR_STRUCTURE_TYPE_EXP_SAMPLER_MIP_PROPERTIES)
      URSA_CHECK(setMipmapProperties(
          texture, *static_cast<const ur_exp_sampler_mip_properties_t *>(extension)));
    else if (next->stype == UR_STRUCTURE_TYPE_EXP_SAMPLER_ADDR_MODES)
      URSA_CHECK(setAddressModes(
          texture, shape, static_cast<const ur_exp_sampler_addr_modes_t *>(extension)->addrModes));
    else if (next->stype == UR_STRUCTURE_TYPE_EXP_SAMPLER_CUBEMAP_PROPERTIES)
      URSA_CHECK(setCubemapProperties(
          texture, *static_cast<const ur_exp_sampler_cubemap_properties_t *>(extension)));
  }
  return texture;
}

CUDA_RESOURCE_DESC resourceOf(const ImageMemory &memory) {
  CUDA_RESOURCE_DESC resource = {};
  if (memory.shape.isMipmap()) {
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap.hMipmappedArray = memory.mipmap;
  } else {
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = memory.array;
  }
  return resource;
}

namespace {

Result<void> checkFormat(const ImageMemory &memory, const PixelFormat &pixel) {
  if (memory.pixel.format != pixel.format || memory.pixel.channels != pixel.channels)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "The image memory {:#x} has channel order {} and channel type {}, which the "
                     "format of the image does not match.",
                     memory.handle(), static_cast<int>(memory.format.channelOrder),
                     static_cast<int>(memory.format.channelType));
  return {};
}

/// Checks that rows of an image lie in the allocation that contains the first, if the context has
/// made that, and that the driver can sample them.
Result<void> checkLinear(const ur_context_handle_t_ &context, const ur_device_handle_t_ &device,
                         CUdeviceptr address, size_t rowBytes, size_t pitch, size_t rows) {
  const auto aligned = [&](CUdevice_attribute query) {
    return static_cast<size_t>(std::max(attribute(device, query), 1));
  };
  if (const size_t alignment = aligned(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
      address % alignment != 0)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Images over USM begin at multiples of {} bytes; {:#x} was given.", alignment,
                     address);
  if (rows > 1) {
    const size_t alignment = aligned(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
    const size_t most = aligned(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH);
    if (pitch < rowBytes || pitch > most || pitch % alignment != 0)
      return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                       "The row pitch is {}; multiples of {} from {} to {} are possible.", pitch,
                       alignment, rowBytes, most);
  }
  const auto allocation = context.allocations.find(reinterpret_cast<const void *>(address));
  if (!allocation)
    return {};
  const size_t available =
      reinterpret_cast<CUdeviceptr>(allocation->base) + allocation->size - address;
  const size_t needed = (rows - 1) * pitch + rowBytes;
  if (needed > available)
    return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                     "The image has {} bytes, but {} bytes are allocated from its beginning on.",
                     needed, available);
  return {};
}

Result<CUDA_RESOURCE_DESC> linearResource(const ur_context_handle_t_ &context,
                                          const ur_device_handle_t_ &device, CUdeviceptr address,
                                          const ImageShape &shape, const PixelFormat &pixel,
                                          size_t rowPitch) {
  if ((shape.type != UR_MEM_TYPE_IMAGE1D && shape.type != UR_MEM_TYPE_IMAGE2D) || shape.isMipmap())
    return makeError(
        UR_RESULT_ERROR_INVALID_VALUE,
        "Images over USM are 1D or 2D with one mip level; memory type {} and {} levels "
        "were given.",
        static_cast<int>(shape.type), shape.levels);
  URSA_CHECK(checkLimits(shape, linearLimits(device, shape.type)));
  const size_t rowBytes = shape.width * pixel.bytes;
  const size_t pitch = rowPitch ? rowPitch : rowBytes;
  URSA_CHECK(checkLinear(context, device, address, rowBytes, pitch, shape.rows()));
  CUDA_RESOURCE_DESC resource = {};
  if (shape.type == UR_MEM_TYPE_IMAGE1D) {
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear = {address, pixel.format, pixel.channels, rowBytes};
  } else {
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D = {address,     pixel.format, pixel.channels,
                            shape.width, shape.height, pitch};
  }
  return resource;
}

ur_result_t createSampled(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                          ur_exp_image_mem_native_handle_t hImageMem,
                          const ur_image_format_t *pImageFormat, const ur_image_desc_t *pImageDesc,
                          const ur_sampler_desc_t *pSamplerDesc,
                          ur_exp_image_native_handle_t *phImage) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pImageDesc);
    URSA_POINTER(pSamplerDesc);
    URSA_POINTER(phImage);
    URSA_TRY(const PixelFormat pixel, pixelFormat(*pImageFormat));
    URSA_TRY(ImageShape shape, imageShape(*pImageDesc));
    NativeContext &native = hContext->of(hDevice);
    URSA_TRY(const Current current, native.enter());
    CUDA_RESOURCE_DESC resource = {};
    if (!hContext->images.find(hImageMem) && native.knows(hImageMem)) {
      URSA_TRY(resource,
               linearResource(*hContext, *hDevice, hImageMem, shape, pixel, pImageDesc->rowPitch));
    } else {
      URSA_TRY(const ImageMemoryPointer memory, findImageMemory(*hContext, hDevice, hImageMem));
      URSA_CHECK(checkFormat(*memory, pixel));
      resource = resourceOf(*memory);
      shape = memory->shape;
    }
    URSA_TRY(const CUDA_TEXTURE_DESC texture, textureDescriptor(*pSamplerDesc, shape, pixel));
    CUtexObject object = 0;
    URSA_CHECK(native.check(cu().cuTexObjectCreate(&object, &resource, &texture, nullptr),
                            "cuTexObjectCreate"));
    hContext->images.addObject({&native, object, /*isSampled=*/true});
    *phImage = object;
    return {};
  });
}

ur_result_t createUnsampled(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            ur_exp_image_mem_native_handle_t hImageMem,
                            const ur_image_format_t *pImageFormat,
                            const ur_image_desc_t *pImageDesc,
                            ur_exp_image_native_handle_t *phImage) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pImageDesc);
    URSA_POINTER(phImage);
    URSA_TRY(const PixelFormat pixel, pixelFormat(*pImageFormat));
    URSA_CHECK(imageShape(*pImageDesc));
    NativeContext &native = hContext->of(hDevice);
    URSA_TRY(const Current current, native.enter());
    if (!hContext->images.find(hImageMem) && native.knows(hImageMem))
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Unsampled images need image memory, not USM such as {:#x}.", hImageMem);
    URSA_TRY(const ImageMemoryPointer memory, findImageMemory(*hContext, hDevice, hImageMem));
    URSA_CHECK(checkFormat(*memory, pixel));
    if (memory->shape.isMipmap())
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The image memory {:#x} has {} mip levels; an unsampled image has one.",
                       hImageMem, memory->shape.levels);
    if (memory->shape.type == UR_MEM_TYPE_IMAGE_GATHER_EXP)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "The image memory {:#x} is for gathering, so that its images are sampled.",
                       hImageMem);
    const CUDA_RESOURCE_DESC resource = resourceOf(*memory);
    CUsurfObject object = 0;
    URSA_CHECK(native.check(cu().cuSurfObjectCreate(&object, &resource), "cuSurfObjectCreate"));
    hContext->images.addObject({&native, object, /*isSampled=*/false});
    *phImage = object;
    return {};
  });
}

template <bool IsSampled>
ur_result_t destroyImage(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                         ur_exp_image_native_handle_t hImage) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    if (!hContext->images.removeObject({&hContext->of(hDevice), hImage, IsSampled}))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{:#x} is no {} image of the context on device '{}'.", hImage,
                       IsSampled ? "sampled" : "unsampled", hDevice->name);
    return {};
  });
}

} // namespace

void fillImageHandles(ur_dditable_t &table) {
  auto &functions = table.BindlessImagesExp;
  functions.pfnSampledImageCreateExp = createSampled;
  functions.pfnUnsampledImageCreateExp = createUnsampled;
  functions.pfnSampledImageHandleDestroyExp = destroyImage</*IsSampled=*/true>;
  functions.pfnUnsampledImageHandleDestroyExp = destroyImage</*IsSampled=*/false>;
}

} // namespace ursa::cuda
