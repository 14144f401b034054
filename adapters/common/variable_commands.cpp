#include "adapters/common/variable_commands.h"

namespace ursa::adapter {

Result<void> checkVariableRange(std::string_view name, size_t variableSize, size_t offset,
                                size_t size) {
  if (offset > variableSize || size > variableSize - offset)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes at {} do not lie in variable '{}' of {} bytes.", size, offset, name,
                     variableSize);
  return {};
}

} // namespace ursa::adapter
