// Memory of other APIs: imported from file descriptors, and mapped as memory or as images.
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/interop/external_objects.h"
#include "adapters/cuda/memory/usm.h"
#include "support/last_error.h"

namespace ursa::cuda {

ExternalMemory::~ExternalMemory() {
  native.retire([memory = imported] { (void)cu().cuDestroyExternalMemory(memory); });
  adapter::release(context);
}

namespace {

Result<void> checkMemoryType(ur_exp_external_mem_type_t type) {
  switch (type) {
  case UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD:
    return {};
  case UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT:
  case UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT_DX12_RESOURCE:
  case UR_EXP_EXTERNAL_MEM_TYPE_DMA_BUF:
  case UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT_DX11_RESOURCE:
    return makeError(
        UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
        "Memory is imported from opaque file descriptors, not from handles of type {}.",
        static_cast<int>(type));
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} is no type of external memory.",
                     static_cast<int>(type));
  }
}

ur_result_t supportsType(ur_device_handle_t hDevice, ur_exp_external_mem_type_t memHandleType,
                         ur_bool_t *pSupportedRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pSupportedRet);
    const auto checked = checkMemoryType(memHandleType);
    if (!checked && checked.error().code == UR_RESULT_ERROR_INVALID_ENUMERATION)
      return checked.error();
    *pSupportedRet = static_cast<bool>(checked);
    return {};
  });
}

// The driver owns the file descriptor once the import has succeeded.
ur_result_t importMemory(ur_context_handle_t hContext, ur_device_handle_t hDevice, size_t size,
                         ur_exp_external_mem_type_t memHandleType,
                         ur_exp_external_mem_desc_t *pExternalMemDesc,
                         ur_exp_external_mem_handle_t *phExternalMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pExternalMemDesc);
    URSA_POINTER(phExternalMem);
    URSA_CHECK(checkMemoryType(memHandleType));
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The size of the external memory is 0.");
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC description = {};
    description.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    description.size = size;
    URSA_TRY(description.handle.fd, fileDescriptor(pExternalMemDesc->pNext));
    NativeContext &native = hContext->of(hDevice);
    URSA_TRY(const Current current, native.enter());
    CUexternalMemory imported = nullptr;
    URSA_CHECK(native.check(cu().cuImportExternalMemory(&imported, &description),
                            "cuImportExternalMemory"));
    *phExternalMem = new ur_exp_external_mem_handle_t_(*hContext, native, imported, size);
    return {};
  });
}

Result<void> checkOwner(const ur_context_handle_t_ &context, ur_device_handle_t device,
                        const ur_exp_external_mem_handle_t_ &memory) {
  if (memory.context != &context || &memory.native.device != device)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The external memory belongs to device '{}' and its context.",
                     memory.native.device.name);
  return {};
}

ur_result_t mapArray(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                     const ur_image_format_t *pImageFormat, const ur_image_desc_t *pImageDesc,
                     ur_exp_external_mem_handle_t hExternalMem,
                     ur_exp_image_mem_native_handle_t *phImageMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pImageDesc);
    URSA_HANDLE(hExternalMem);
    URSA_POINTER(phImageMem);
    URSA_CHECK(checkOwner(*hContext, hDevice, *hExternalMem));
    URSA_TRY(const PixelFormat pixel, pixelFormat(*pImageFormat));
    URSA_TRY(const ImageShape shape, imageShape(*pImageDesc));
    URSA_CHECK(checkLimits(shape, arrayLimits(*hDevice, shape.type, shape.isMipmap())));
    const size_t needed = shape.width * shape.rows() * shape.slices() * pixel.bytes;
    if (needed > hExternalMem->size)
      return makeError(UR_RESULT_ERROR_INVALID_IMAGE_SIZE,
                       "The pixels of the image have {} bytes; the external memory has {}.", needed,
                       hExternalMem->size);
    NativeContext &native = hExternalMem->native;
    URSA_TRY(const Current current, native.enter());
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC description = {};
    description.arrayDesc = arrayDescriptor(shape, pixel);
    description.numLevels = shape.levels;
    CUmipmappedArray mipmap = nullptr;
    URSA_CHECK(native.check(
        cu().cuExternalMemoryGetMappedMipmappedArray(&mipmap, hExternalMem->imported, &description),
        "cuExternalMemoryGetMappedMipmappedArray"));
    CUarray array = nullptr;
    if (!shape.isMipmap())
      if (const CUresult code = cu().cuMipmappedArrayGetLevel(&array, mipmap, 0);
          code != CUDA_SUCCESS) {
        (void)cu().cuMipmappedArrayDestroy(mipmap);
        return native.check(code, "cuMipmappedArrayGetLevel");
      }
    const ImageMemoryPointer memory(
        new ImageMemory{native, array, mipmap, shape, *pImageFormat, pixel, /*whole=*/nullptr});
    hContext->images.add(memory);
    *phImageMem = memory->handle();
    return {};
  });
}

// The mapping is an allocation of the context like others.
ur_result_t mapLinear(ur_context_handle_t hContext, ur_device_handle_t hDevice, uint64_t offset,
                      uint64_t size, ur_exp_external_mem_handle_t hExternalMem, void **ppRetMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_HANDLE(hExternalMem);
    URSA_POINTER(ppRetMem);
    URSA_CHECK(checkOwner(*hContext, hDevice, *hExternalMem));
    if (size == 0 || offset > hExternalMem->size || size > hExternalMem->size - offset)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "{} bytes at {} do not lie in the external memory, which has {}.", size,
                       offset, hExternalMem->size);
    NativeContext &native = hExternalMem->native;
    URSA_TRY(const Current current, native.enter());
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC description = {};
    description.offset = offset;
    description.size = size;
    CUdeviceptr mapped = 0;
    URSA_CHECK(native.check(
        cu().cuExternalMemoryGetMappedBuffer(&mapped, hExternalMem->imported, &description),
        "cuExternalMemoryGetMappedBuffer"));
    void *const address = reinterpret_cast<void *>(mapped);
    hContext->allocations.add({address, size, UR_USM_TYPE_DEVICE, hDevice, address, nullptr});
    *ppRetMem = address;
    return {};
  });
}

ur_result_t freeLinear(ur_context_handle_t hContext, ur_device_handle_t hDevice, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pMem);
    return Usm::free(*hContext, pMem);
  });
}

ur_result_t releaseMemory(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                          ur_exp_external_mem_handle_t hExternalMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_HANDLE(hExternalMem);
    URSA_CHECK(checkOwner(*hContext, hDevice, *hExternalMem));
    adapter::release(hExternalMem);
    return {};
  });
}

} // namespace

Result<int> fileDescriptor(const void *chain) {
  for (const auto *next = static_cast<const ur_base_desc_t *>(chain); next;
       next = static_cast<const ur_base_desc_t *>(next->pNext)) {
    if (next->stype != UR_STRUCTURE_TYPE_EXP_FILE_DESCRIPTOR)
      continue;
    const void *const extension = next;
    const int descriptor = static_cast<const ur_exp_file_descriptor_t *>(extension)->fd;
    if (descriptor < 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is no file descriptor.", descriptor);
    return descriptor;
  }
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "The description of the external object contains no file descriptor.");
}

void fillExternalMemory(ur_dditable_t &table) {
  auto &functions = table.BindlessImagesExp;
  functions.pfnSupportsImportingHandleTypeExp = supportsType;
  functions.pfnImportExternalMemoryExp = importMemory;
  functions.pfnMapExternalArrayExp = mapArray;
  functions.pfnMapExternalLinearMemoryExp = mapLinear;
  functions.pfnFreeMappedLinearMemoryExp = freeLinear;
  functions.pfnReleaseExternalMemoryExp = releaseMemory;
}

} // namespace ursa::cuda
