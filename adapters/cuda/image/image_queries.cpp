#include "adapters/cuda/image/image_queries.h"

#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/image/image_format.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

// An image or a sampler is an argument of 8 bytes as others are; what OpenCL asks of devices.
constexpr uint32_t kMostImageArguments = 128;
constexpr uint32_t kMostSamplers = 16;

} // namespace

std::optional<Result<void>> answerImageQuery(const adapter::InfoWriter &writer,
                                             ur_device_info_t query,
                                             const ur_device_handle_t_ &device) {
  const auto limits = [&](ur_mem_type_t type) { return arrayLimits(device, type, false); };
  switch (query) {
  case UR_DEVICE_INFO_IMAGE_SUPPORT:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT_EXP:
  case UR_DEVICE_INFO_EXTERNAL_MEMORY_IMPORT_SUPPORT_EXP:
  case UR_DEVICE_INFO_EXTERNAL_SEMAPHORE_IMPORT_SUPPORT_EXP:
  case UR_DEVICE_INFO_CUBEMAP_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_3D_SUPPORT_EXP:
  case UR_DEVICE_INFO_IMAGE_ARRAY_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_UNIQUE_ADDRESSING_PER_DIM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLE_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_GATHER_SUPPORT_EXP:
    return writer.value<ur_bool_t>(true);
  // Textures over linear memory are fetched from, without a filter; 1D arrays only sampled.
  case UR_DEVICE_INFO_BINDLESS_SAMPLE_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_SUPPORT_EXP:
    return writer.value<ur_bool_t>(false);
  case UR_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT_EXP:
    return writer.value<ur_bool_t>(device.hasManagedMemory);
  case UR_DEVICE_INFO_CUBEMAP_SEAMLESS_FILTERING_SUPPORT_EXP:
    return writer.value<ur_bool_t>(hasSeamlessCubemaps());
  case UR_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY_EXP:
    return writer.value(kMostAnisotropy);
  case UR_DEVICE_INFO_IMAGE_PITCH_ALIGN_EXP:
    return writer.value(number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT));
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH_EXP:
    return writer.value(linearLimits(device, UR_MEM_TYPE_IMAGE2D).width);
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT_EXP:
    return writer.value(linearLimits(device, UR_MEM_TYPE_IMAGE2D).height);
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH_EXP:
    return writer.value(number<size_t>(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH));
  case UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS:
    return writer.value(kMostImageArguments);
  case UR_DEVICE_INFO_MAX_SAMPLERS:
    return writer.value(kMostSamplers);
  case UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH:
    return writer.value(limits(UR_MEM_TYPE_IMAGE2D).width);
  case UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT:
    return writer.value(limits(UR_MEM_TYPE_IMAGE2D).height);
  case UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH:
    return writer.value(limits(UR_MEM_TYPE_IMAGE3D).width);
  case UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT:
    return writer.value(limits(UR_MEM_TYPE_IMAGE3D).height);
  case UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH:
    return writer.value(limits(UR_MEM_TYPE_IMAGE3D).slices);
  case UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE:
    return writer.value(limits(UR_MEM_TYPE_IMAGE1D).width);
  case UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE:
    return writer.value(limits(UR_MEM_TYPE_IMAGE2D_ARRAY).slices);
  default:
    return std::nullopt;
  }
}

} // namespace ursa::cuda
