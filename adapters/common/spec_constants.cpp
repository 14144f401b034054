#include "adapters/common/spec_constants.h"

namespace ursa::adapter {

Result<void> checkConstant(const ur_specialization_constant_info_t &given,
                           std::optional<size_t> size, std::string_view object) {
  if (!size)
    return makeError(UR_RESULT_ERROR_INVALID_SPEC_ID,
                     "There is no specialization constant {} in {}.", given.id, object);
  if (given.size != *size)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Specialization constant {} of {} is {} bytes; {} were given.", given.id,
                     object, *size, given.size);
  if (!given.pValue)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The value of specialization constant {} of {} is a null pointer.", given.id,
                     object);
  return {};
}

} // namespace ursa::adapter
