// The queries of ordinary images, for adapters whose driver does not answer them.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "support/last_error.h"

#include <optional>

namespace ursa::adapter {

/// Properties that urMemImageGetInfo returns; extents that the type does not have are 0.
struct ImageFacts {
  ur_image_format_t format = {};
  size_t pixelBytes = 0;
  size_t rowPitch = 0;
  size_t slicePitch = 0;
  size_t width = 0;
  size_t height = 0;
  size_t depth = 0;
  size_t arraySize = 0;
};
Result<void> answerImageQuery(const InfoWriter &writer, ur_image_info_t query,
                              const ImageFacts &facts);

/// Implements pfnImageGetInfo.
/// @tparam Facts returns none for a buffer
template <class Memory, Callable<std::optional<ImageFacts>(Memory &)> auto Facts>
ur_result_t getImageInfo(Memory *hMemory, ur_image_info_t propName, size_t propSize,
                         void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hMemory);
    const std::optional<ImageFacts> facts = Facts(*hMemory);
    if (!facts)
      return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT, "The memory object is a buffer.");
    return answerImageQuery(InfoWriter(propSize, pPropValue, pPropSizeRet), propName, *facts);
  });
}

} // namespace ursa::adapter
