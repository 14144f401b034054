// The functions of memory objects that all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/image_description.h"
#include "adapters/common/info.h"
#include "adapters/common/memory_flags.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_BUFFER_SIZE unless the size is 1 to @p most bytes.
Result<void> checkBufferSize(size_t size, uint64_t most);

/// Implements pfnBufferCreate.
/// @tparam MaxSize returns the size of the largest buffer in bytes
/// @tparam Make gets the flags, the size, and the host pointer or null
template <class Context, class Memory, Callable<uint64_t(Context &)> auto MaxSize,
          Callable<Result<Memory *>(Context &, ur_mem_flags_t, size_t, void *)> auto Make>
ur_result_t createBuffer(Context *hContext, ur_mem_flags_t flags, size_t size,
                         const ur_buffer_properties_t *pProperties, Memory **phBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phBuffer);
    void *const host = pProperties ? pProperties->pHost : nullptr;
    URSA_CHECK(checkMemoryFlags(flags, host));
    URSA_CHECK(checkBufferSize(size, MaxSize(*hContext)));
    URSA_TRY(*phBuffer, Make(*hContext, flags, size, host));
    return {};
  });
}

/// Implements pfnImageCreate.
/// @tparam Make gets the flags, the format, the description, and the host pointer or null
template <class Context, class Memory,
          Callable<Result<Memory *>(Context &, ur_mem_flags_t, const ur_image_format_t &,
                                    const ur_image_desc_t &, void *)> auto Make>
ur_result_t createImage(Context *hContext, ur_mem_flags_t flags,
                        const ur_image_format_t *pImageFormat, const ur_image_desc_t *pImageDesc,
                        void *pHost, Memory **phMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pImageFormat);
    URSA_POINTER(pImageDesc);
    URSA_POINTER(phMem);
    URSA_CHECK(checkMemoryFlags(flags, pHost));
    URSA_CHECK(checkImageDescription(*pImageDesc, pHost)); // some drivers abort
    URSA_TRY(*phMem, Make(*hContext, flags, *pImageFormat, *pImageDesc, pHost));
    return {};
  });
}

/// Properties of a memory object that urMemBufferPartition checks.
struct PartitionedMemory {
  bool isImage = false;
  bool isPart = false; ///< a sub-buffer
  ur_mem_flags_t flags = 0;
  uint64_t size = 0;
};

/// Checks the parameters of a sub-buffer. Errors: UR_RESULT_ERROR_INVALID_MEM_OBJECT for images and
/// sub-buffers, and those of checkPart.
Result<void> checkPartition(const PartitionedMemory &whole, ur_mem_flags_t flags,
                            ur_buffer_create_type_t type, const ur_buffer_region_t &region);

/// Implements pfnBufferPartition.
/// @tparam Make gets the flags of the buffer if the caller names no kind of access
template <
    class Memory, Callable<Result<PartitionedMemory>(Memory &)> auto Describe,
    Callable<Result<Memory *>(Memory &, ur_mem_flags_t, const ur_buffer_region_t &)> auto Make>
ur_result_t partitionBuffer(Memory *hBuffer, ur_mem_flags_t flags,
                            ur_buffer_create_type_t bufferCreateType,
                            const ur_buffer_region_t *pRegion, Memory **phMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hBuffer);
    URSA_POINTER(pRegion);
    URSA_POINTER(phMem);
    URSA_TRY(const PartitionedMemory whole, Result<PartitionedMemory>(Describe(*hBuffer)));
    URSA_CHECK(checkPartition(whole, flags, bufferCreateType, *pRegion));
    URSA_TRY(*phMem, Make(*hBuffer, flags & kMemoryAccess ? flags : whole.flags, *pRegion));
    return {};
  });
}

/// Implements pfnGetInfo.
/// @tparam Size returns bytes
/// @tparam References returns the reference count
template <class Memory, Callable<Result<size_t>(Memory &)> auto Size,
          Callable<uint32_t(Memory &)> auto References>
ur_result_t getMemoryInfo(Memory *hMemory, ur_mem_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hMemory);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_MEM_INFO_SIZE: {
      URSA_TRY(const size_t size, Size(*hMemory));
      return writer.value(size);
    }
    case UR_MEM_INFO_CONTEXT:
      return writer.value(hMemory->context);
    case UR_MEM_INFO_REFERENCE_COUNT:
      return writer.value<uint32_t>(References(*hMemory));
    default:
      return InfoWriter::unknown("urMemGetInfo", propName);
    }
  });
}

/// Fills the table's functions of buffers. The parameters are as above.
template <
    class Context, class Memory, Callable<uint64_t(Context &)> auto MaxSize,
    Callable<Result<Memory *>(Context &, ur_mem_flags_t, size_t, void *)> auto Make,
    Callable<Result<PartitionedMemory>(Memory &)> auto Describe,
    Callable<Result<Memory *>(Memory &, ur_mem_flags_t, const ur_buffer_region_t &)> auto MakePart,
    Callable<Result<size_t>(Memory &)> auto Size, Callable<uint32_t(Memory &)> auto References>
void fillMemoryFunctions(ur_dditable_t &table) {
  table.Mem.pfnBufferCreate = createBuffer<Context, Memory, MaxSize, Make>;
  table.Mem.pfnBufferPartition = partitionBuffer<Memory, Describe, MakePart>;
  table.Mem.pfnRetain = retainHandle<Memory>;
  table.Mem.pfnRelease = releaseHandle<Memory>;
  table.Mem.pfnGetInfo = getMemoryInfo<Memory, Size, References>;
}

} // namespace ursa::adapter
