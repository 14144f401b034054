// Device queries about memory and images.
#include "adapters/host/driver/device_info.h"
#include "adapters/host/driver/system_memory.h"
#include "adapters/host/image/image.h"
#include "adapters/host/jit/host_jit.h"

namespace ursa::host {
namespace {

using adapter::InfoWriter;

constexpr ur_device_usm_access_capability_flags_t kUsmAccess =
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS;

} // namespace

DeviceAnswer answerMemory(const InfoWriter &writer, ur_device_info_t query,
                          const ur_device_handle_t_ &) {
  const Topology &cpu = topology();
  switch (query) {
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
  case UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE:
  case UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE:
    return writer.value(cpu.memoryBytes);
  case UR_DEVICE_INFO_GLOBAL_MEM_FREE:
    return writer.value(systemMemory().free);
  case UR_DEVICE_INFO_MAX_CONSTANT_ARGS:
    return writer.value<uint32_t>(kMaxParameterBytes / sizeof(void *));
  case UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN:
    return writer.value<uint32_t>(format::host::kMemoryAlignment * 8);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE:
    return writer.value(UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE:
    return writer.value(cpu.cacheLineBytes);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE:
    return writer.value(cpu.lastLevelCacheBytes);
  case UR_DEVICE_INFO_LOCAL_MEM_TYPE:
    return writer.value(UR_DEVICE_LOCAL_MEM_TYPE_GLOBAL);
  case UR_DEVICE_INFO_LOCAL_MEM_SIZE:
    return writer.value(localMemoryBytes());
  case UR_DEVICE_INFO_USM_HOST_SUPPORT:
  case UR_DEVICE_INFO_USM_DEVICE_SUPPORT:
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
    return writer.value(kUsmAccess);
  default:
    return std::nullopt;
  }
}

DeviceAnswer answerImages(const InfoWriter &writer, ur_device_info_t query,
                          const ur_device_handle_t_ &) {
  switch (query) {
  case UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_SAMPLERS:
    return writer.value<uint32_t>(kMaxParameterBytes / sizeof(void *));
  case UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE: // an image1d_buffer_t is a 1D image
    return writer.value<size_t>(kMaxImageExtent);
  case UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH:
    return writer.value<size_t>(kMaxImage3DExtent);
  case UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE:
    return writer.value<size_t>(kMaxImageLayers);
  default:
    return std::nullopt;
  }
}

} // namespace ursa::host
