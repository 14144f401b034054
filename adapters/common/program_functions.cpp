#include "adapters/common/program_functions.h"

#include <algorithm>

namespace ursa::adapter {

Result<Bytes> binaryBytes(const uint8_t *const *binaries, const size_t *lengths, uint32_t index,
                          uint32_t count) {
  if (!binaries[index])
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "ppBinaries[{}] is null.", index);
  if (lengths[index] == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "Binary {} of {} has 0 bytes.", index, count);
  return Bytes(reinterpret_cast<const std::byte *>(binaries[index]), lengths[index]);
}

Result<std::span<unsigned char *const>> binaryDestinations(size_t count, size_t propSize,
                                                           void *pPropValue, size_t *pPropSizeRet) {
  if (pPropValue && propSize < count * sizeof(unsigned char *))
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "The program has {} {}, but propSize holds {} pointers.", count,
                     count == 1 ? "binary" : "binaries", propSize / sizeof(unsigned char *));
  if (pPropSizeRet)
    *pPropSizeRet = count * sizeof(unsigned char *);
  return std::span(static_cast<unsigned char *const *>(pPropValue), pPropValue ? count : 0);
}

void copyBinary(Bytes binary, unsigned char *destination) {
  if (destination)
    std::copy(binary.begin(), binary.end(), reinterpret_cast<std::byte *>(destination));
}

Error unknownVariable(std::string_view name) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The program has no global variable '{}'.", name);
}

} // namespace ursa::adapter
