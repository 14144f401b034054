#include "adapters/common/info.h"

#include <cstring>

namespace ursa::adapter {

Result<void> InfoWriter::string(std::string_view answer) const {
  URSA_CHECK(checkRoom(answer.size() + 1));
  if (value_) {
    std::memcpy(value_, answer.data(), answer.size());
    static_cast<char *>(value_)[answer.size()] = '\0';
  }
  if (sizeRet_)
    *sizeRet_ = answer.size() + 1;
  return {};
}

Result<void> InfoWriter::bytes(const void *answer, size_t size) const {
  URSA_CHECK(checkRoom(size));
  if (value_ && size != 0)
    std::memcpy(value_, answer, size);
  if (sizeRet_)
    *sizeRet_ = size;
  return {};
}

Result<void> InfoWriter::unsupported(const char *function, int query) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                   "{}: this device does not support query {}.", function, query);
}

Result<void> InfoWriter::unknown(const char *function, int query) {
  return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: query {} is not defined.", function,
                   query);
}

Result<void> InfoWriter::checkRoom(size_t needed) const {
  if (!value_ && !sizeRet_)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "A query needs pPropValue or pPropSizeRet; both are null.");
  if (!value_ && size_ != 0)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "propSize is {}, but pPropValue is null.", size_);
  if (value_ && size_ < needed)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The answer has {} bytes, but propSize is {}.",
                     needed, size_);
  return {};
}

} // namespace ursa::adapter
