// Device-independent checks of memory command parameters. The errors name the parameter and its
// value.
#pragma once

#include "adapters/common/handle.h"
#include "support/result.h"
#include "ur_api.h"

#include <cstddef>

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_NULL_HANDLE; UR_RESULT_ERROR_INVALID_MEM_OBJECT if it is an
/// image.
/// @tparam Image the member that is true for images
template <auto Image, class Memory> Result<void> checkIsBuffer(const Memory *buffer) {
  URSA_CHECK(checkHandle(buffer, "of the buffer"));
  if (buffer->*Image)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is an image; a buffer is required.");
  return {};
}

/// Errors: UR_RESULT_ERROR_INVALID_CONTEXT unless the buffer is of the context of a command.
template <class Memory>
Result<void> checkBufferContext(ur_context_handle_t context, const Memory &buffer) {
  if (buffer.context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer belongs to another context than the queue or command buffer.");
  return {};
}

/// Like checkBufferContext, for drivers that copy between contexts: one of the buffers may be of
/// another one.
template <class Memory>
Result<void> checkEitherContext(ur_context_handle_t context, const Memory &source,
                                const Memory &destination) {
  if (source.context != context && destination.context != context)
    return makeError(
        UR_RESULT_ERROR_INVALID_CONTEXT,
        "Neither of the buffers belongs to the context of the queue or command buffer.");
  return {};
}

/// The checks of one buffer of a command, and of two.
/// @{
template <auto Image, class Memory>
Result<void> checkBufferOf(ur_context_handle_t context, const Memory *buffer) {
  URSA_CHECK(checkIsBuffer<Image>(buffer));
  return checkBufferContext(context, *buffer);
}
template <auto Image, class Memory>
Result<void> checkEitherOf(ur_context_handle_t context, const Memory *source,
                           const Memory *destination) {
  URSA_CHECK(checkIsBuffer<Image>(source));
  URSA_CHECK(checkIsBuffer<Image>(destination));
  return checkEitherContext(context, *source, *destination);
}
/// @}

/// Errors: UR_RESULT_ERROR_INVALID_SIZE unless the range is not empty and lies in the buffer.
Result<void> checkPart(size_t bufferSize, size_t offset, size_t size);

/// Errors: UR_RESULT_ERROR_INVALID_SIZE unless both are positive and size is a multiple of
/// patternSize.
Result<void> checkPattern(size_t patternSize, size_t size);

/// Like checkPattern; the offset must be a multiple of patternSize as well.
Result<void> checkAlignedPattern(size_t patternSize, size_t offset, size_t size);

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION.
Result<void> checkMapFlags(ur_map_flags_t flags);

/// @name Unified shared memory
/// Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER, UR_RESULT_ERROR_INVALID_SIZE,
/// UR_RESULT_ERROR_INVALID_ENUMERATION. Pitches and widths are bytes, heights are rows.
/// @{
Result<void> checkUsmCopy(const void *destination, const void *source, size_t size);
Result<void> checkUsmFill(const void *memory, const void *pattern, size_t patternSize, size_t size);
Result<void> checkUsmCopy2D(const void *destination, size_t destinationPitch, const void *source,
                            size_t sourcePitch, size_t width, size_t height);
Result<void> checkUsmFill2D(const void *memory, size_t pitch, const void *pattern,
                            size_t patternSize, size_t width, size_t height);
Result<void> checkUsmPrefetch(const void *memory, size_t size, ur_usm_migration_flags_t flags);
Result<void> checkUsmAdvice(const void *memory, size_t size, ur_usm_advice_flags_t advice);
/// @}

} // namespace ursa::adapter
