// The exported urPrint* functions.

#include "core/api/names.h"
#include "core/print/print.h"

#include "ur_print.h"

#include <cstring>

namespace ursa::core::print {

Result<void> returnText(const std::string &text, char *buffer, size_t size, size_t *outSize) {
  const size_t needed = text.size() + 1;
  if (outSize)
    *outSize = needed;
  if (!buffer)
    return {};
  if (size < needed)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The text needs {} bytes; buff_size is {}.",
                     needed, size);
  std::memcpy(buffer, text.c_str(), needed);
  return {};
}

ur_result_t printTo(char *buffer, size_t size, size_t *outSize, api::Function function,
                    const void *params) noexcept {
  return atBoundary([&]() -> Result<void> {
    if (!params)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "The struct with the parameters of {} to print is a null pointer.",
                       api::functionName(function));
    std::string text;
    appendArguments(text, function, params);
    return returnText(text, buffer, size, outSize);
  });
}

ur_result_t printTo(char *buffer, size_t size, size_t *outSize, ur_function_t function,
                    const void *params) noexcept {
  for (size_t i = 0; i < api::kFunctionCount; ++i)
    if (api::functionId(static_cast<api::Function>(i)) == function)
      return printTo(buffer, size, outSize, static_cast<api::Function>(i), params);
  return atBoundary([&]() -> Result<void> {
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "urPrintFunctionParams: {} is not the number of a function.",
                     static_cast<uint32_t>(function));
  });
}

} // namespace ursa::core::print

#include "core/api/generated/print_functions.inc"
