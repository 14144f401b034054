// The functions about USM that adapters have alike.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <optional>

namespace ursa::adapter {

/// What urUSMGetMemAllocInfo tells of an allocation.
struct UsmFacts {
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  void *base = nullptr;
  size_t size = 0;
  ur_device_handle_t device = nullptr;
  ur_usm_pool_handle_t pool = nullptr; ///< null for none
};

/// @param facts nothing when the address lies in no allocation
Result<void> answerUsm(const InfoWriter &writer, ur_usm_alloc_info_t query, const void *address,
                       const std::optional<UsmFacts> &facts);

/// For a table's pfnGetMemAllocInfo.
/// @tparam Find (context, address) -> std::optional<UsmFacts>
template <class Context, auto Find>
ur_result_t getUsmInfo(Context *hContext, const void *pMem, ur_usm_alloc_info_t propName,
                       size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    return answerUsm(InfoWriter(propSize, pPropValue, pPropSizeRet), propName, pMem,
                     Find(*hContext, pMem));
  });
}

/// Rows that each begin at a multiple of some bytes.
struct PitchedSize {
  size_t pitch = 0; ///< bytes from row to row
  size_t bytes = 0; ///< of all rows
};
/// Error UR_RESULT_ERROR_INVALID_USM_SIZE when there is nothing to allocate, or too much.
Result<PitchedSize> pitchedSize(size_t widthInBytes, size_t height, size_t elementBytes,
                                size_t multiple);

} // namespace ursa::adapter
