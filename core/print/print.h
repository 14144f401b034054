// Formats values and calls of the ABI as text. include/ur/ur_print.h defines the text format; this
// header has the internal functions and the template behind the exported functions.
#pragma once

#include "core/print/types.h"
#include "support/last_error.h"

#include <string>

namespace ursa::core::print {

/// Appends a value of a known type. Follows non-null pointers, so these must be valid.
void appendValue(std::string &text, types::Shape shape, const void *value);

/// Appends an enumerator or a struct of ur_api.h. Flags are combined enumerators.
template <class Type> void appendValue(std::string &text, const Type &value) {
  appendValue(text, types::kShapeOf<Type>, &value);
}

/// Appends the arguments of a call: ".hContext = 0x1234, .flags = 0".
///
/// @param params a FunctionTraits<function>::Params, null for urLoaderTearDown
void appendArguments(std::string &text, api::Function function, const void *params);

/// Appends the result of a query in parentheses, an array in braces, with the type that is recorded
/// for the query's enumerator. Appends nothing if the type is unknown or @p size is too small.
///
/// @param query the type of the enumerator, for example kShapeOf<ur_device_info_t>
void appendQueryValue(std::string &text, types::Shape query, uint32_t enumerator, const void *value,
                      size_t size);

/// Returns a text across the C ABI, as ur_print.h specifies.
Result<void> returnText(const std::string &text, char *buffer, size_t size, size_t *outSize);

/// The body of every exported urPrint* function for an enumerator or a struct.
template <class Type>
ur_result_t printTo(char *buffer, size_t size, size_t *outSize, const Type &value) noexcept {
  return atBoundary([&] {
    std::string text;
    appendValue(text, value);
    return returnText(text, buffer, size, outSize);
  });
}

/// The same for the arguments of a call.
ur_result_t printTo(char *buffer, size_t size, size_t *outSize, api::Function function,
                    const void *params) noexcept;
ur_result_t printTo(char *buffer, size_t size, size_t *outSize, ur_function_t function,
                    const void *params) noexcept;

} // namespace ursa::core::print
