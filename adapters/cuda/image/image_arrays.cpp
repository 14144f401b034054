// Memory of bindless images: arrays and mipmaps of the driver, queries about them, and which images
// a device can have.
#include "adapters/common/info.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "support/last_error.h"

namespace ursa::cuda {
namespace {

using adapter::InfoWriter;

// Arrays that were freed may wait for their last commands.
template <class Create> Result<void> create(NativeContext &native, const char *call, Create make) {
  CUresult code = make();
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    native.reclaim();
    code = make();
  }
  return native.check(code, call);
}

ur_result_t allocateImage(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                          const ur_image_format_t *pImageFormat, const ur_image_desc_t *pImageDesc,
                          ur_exp_image_mem_native_handle_t *phImageMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pImageDesc);
    URSA_POINTER(phImageMem);
    URSA_TRY(const PixelFormat pixel, pixelFormat(*pImageFormat));
    URSA_TRY(const ImageShape shape, imageShape(*pImageDesc));
    URSA_CHECK(checkLimits(shape, arrayLimits(*hDevice, shape.type, shape.isMipmap())));
    NativeContext &native = hContext->of(hDevice);
    URSA_TRY(const Current current, native.enter());
    URSA_TRY(ImageMemoryPointer memory, allocateImageMemory(native, *pImageFormat, pixel, shape));
    const uintptr_t handle = memory->handle();
    hContext->images.add(std::move(memory));
    *phImageMem = handle;
    return {};
  });
}

/// @tparam IsMipmap what the function frees
template <bool IsMipmap>
ur_result_t freeImage(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                      ur_exp_image_mem_native_handle_t hImageMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_TRY(const ImageMemoryPointer memory, findImageMemory(*hContext, hDevice, hImageMem));
    if (memory->whole)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{:#x} is a level of a mipmap, which is freed as a whole.", hImageMem);
    if (memory->shape.isMipmap() != IsMipmap)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The image memory {:#x} has {} mip levels; {} "
                       "frees it.",
                       hImageMem, memory->shape.levels,
                       IsMipmap ? "urBindlessImagesImageFreeExp" : "urBindlessImagesMipmapFreeExp");
    hContext->images.remove(memory);
    return {};
  });
}

ur_result_t getLevel(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                     ur_exp_image_mem_native_handle_t hImageMem, uint32_t mipmapLevel,
                     ur_exp_image_mem_native_handle_t *phImageMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(phImageMem);
    URSA_TRY(const ImageMemoryPointer whole, findImageMemory(*hContext, hDevice, hImageMem));
    if (mipmapLevel >= whole->shape.levels)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The image memory {:#x} has {} mip levels; level {} was asked for.",
                       hImageMem, whole->shape.levels, mipmapLevel);
    if (!whole->shape.isMipmap()) { // its own only level
      *phImageMem = hImageMem;
      return {};
    }
    NativeContext &native = whole->native;
    URSA_TRY(const Current current, native.enter());
    CUarray level = nullptr;
    URSA_CHECK(native.check(cu().cuMipmappedArrayGetLevel(&level, whole->mipmap, mipmapLevel),
                            "cuMipmappedArrayGetLevel"));
    const ImageMemoryPointer memory(new ImageMemory{native, level, /*mipmap=*/nullptr,
                                                    whole->shape.level(mipmapLevel), whole->format,
                                                    whole->pixel, whole});
    hContext->images.add(memory);
    *phImageMem = memory->handle();
    return {};
  });
}

// The function passes no size: there is room for the answer.
ur_result_t getImageInfo(ur_context_handle_t hContext, ur_exp_image_mem_native_handle_t hImageMem,
                         ur_image_info_t propName, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    const InfoWriter writer(pPropValue ? SIZE_MAX : 0, pPropValue, pPropSizeRet);
    const ImageMemoryPointer memory = hContext->images.find(hImageMem);
    if (!memory)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{:#x} is no image memory of the context.",
                       hImageMem);
    const ImageShape &shape = memory->shape;
    switch (propName) {
    case UR_IMAGE_INFO_FORMAT:
      return writer.value(memory->format);
    case UR_IMAGE_INFO_ELEMENT_SIZE:
      return writer.value(memory->pixel.bytes);
    case UR_IMAGE_INFO_WIDTH:
      return writer.value(shape.width);
    case UR_IMAGE_INFO_HEIGHT:
      return writer.value(shape.height);
    case UR_IMAGE_INFO_DEPTH: // the layers of an array, as in the driver's descriptor
      return writer.value(std::max(shape.depth, shape.layers));
    case UR_IMAGE_INFO_ARRAY_SIZE:
      return writer.value(shape.layers);
    case UR_IMAGE_INFO_NUM_MIP_LEVELS:
      return writer.value(shape.levels);
    case UR_IMAGE_INFO_NUM_SAMPLES:
      return writer.value<uint32_t>(1);
    case UR_IMAGE_INFO_ROW_PITCH:
    case UR_IMAGE_INFO_SLICE_PITCH: // pixels are not in rows
      return InfoWriter::unsupported("urBindlessImagesImageGetInfoExp", propName);
    default:
      return InfoWriter::unknown("urBindlessImagesImageGetInfoExp", propName);
    }
  });
}

enum class Use { Memory, Unsampled, Sampled };

Result<void> checkSupport(const ur_device_handle_t_ &device, const ur_image_format_t &format,
                          const ur_image_desc_t &description, bool isLinear, Use use) {
  URSA_CHECK(pixelFormat(format));
  URSA_TRY(const ImageShape shape, imageShape(description));
  const auto refuse = [](const char *what) {
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE, what};
  };
  if (use == Use::Unsampled && isLinear)
    return refuse("Unsampled images over USM are not supported.");
  if (use == Use::Unsampled && shape.isMipmap())
    return refuse("Unsampled images have one mip level.");
  if (use == Use::Unsampled && shape.type == UR_MEM_TYPE_IMAGE_GATHER_EXP)
    return refuse("Images for gathering are sampled.");
  if (isLinear && shape.isMipmap())
    return refuse("Images over USM have one mip level.");
  if (isLinear && description.rowPitch >
                      static_cast<size_t>(
                          attribute(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH)))
    return refuse("The row pitch is too large.");
  return checkLimits(shape, isLinear ? linearLimits(device, shape.type)
                                     : arrayLimits(device, shape.type, shape.isMipmap()));
}

template <Use For>
ur_result_t getSupport(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                       const ur_image_desc_t *pImageDesc, const ur_image_format_t *pImageFormat,
                       ur_exp_image_mem_type_t imageMemHandleType, ur_bool_t *pSupportedRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pImageDesc);
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pSupportedRet);
    if (imageMemHandleType != UR_EXP_IMAGE_MEM_TYPE_USM_POINTER &&
        imageMemHandleType != UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} is no type of memory of images.",
                       static_cast<int>(imageMemHandleType));
    const auto support = checkSupport(*hDevice, *pImageFormat, *pImageDesc,
                                      imageMemHandleType == UR_EXP_IMAGE_MEM_TYPE_USM_POINTER, For);
    if (!support && support.error().code == UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR)
      return support.error();
    *pSupportedRet = static_cast<bool>(support);
    return {};
  });
}

} // namespace

Result<ImageMemoryPointer> allocateImageMemory(NativeContext &native,
                                               const ur_image_format_t &format,
                                               const PixelFormat &pixel, const ImageShape &shape) {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = arrayDescriptor(shape, pixel);
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
  if (shape.isMipmap())
    URSA_CHECK(create(native, "cuMipmappedArrayCreate", [&] {
      return cu().cuMipmappedArrayCreate(&mipmap, &descriptor, shape.levels);
    }));
  else
    URSA_CHECK(create(native, "cuArray3DCreate",
                      [&] { return cu().cuArray3DCreate(&array, &descriptor); }));
  return ImageMemoryPointer(
      new ImageMemory{native, array, mipmap, shape, format, pixel, /*whole=*/nullptr});
}

void fillImageArrays(ur_dditable_t &table) {
  auto &functions = table.BindlessImagesExp;
  functions.pfnImageAllocateExp = allocateImage;
  functions.pfnImageFreeExp = freeImage</*IsMipmap=*/false>;
  functions.pfnMipmapFreeExp = freeImage</*IsMipmap=*/true>;
  functions.pfnMipmapGetLevelExp = getLevel;
  functions.pfnImageGetInfoExp = getImageInfo;
  functions.pfnGetImageMemoryHandleTypeSupportExp = getSupport<Use::Memory>;
  functions.pfnGetImageUnsampledHandleSupportExp = getSupport<Use::Unsampled>;
  functions.pfnGetImageSampledHandleSupportExp = getSupport<Use::Sampled>;
}

} // namespace ursa::cuda
