// The query function of memory objects, which all adapters share.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Implements pfnGetInfo.
/// @tparam Size (memory) -> Result<size_t>: bytes
/// @tparam References (memory) -> the reference count
template <class Memory, auto Size, auto References>
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

} // namespace ursa::adapter
