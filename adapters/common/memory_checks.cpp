#include "adapters/common/memory_checks.h"

#include "adapters/common/handle.h"

namespace ursa::adapter {
namespace {

Result<void> checkPitch(const char *name, size_t pitch, size_t width, size_t height) {
  if (width == 0 || height == 0 || pitch < width)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} {} does not fit an area of {} bytes by {} rows.", name, pitch, width,
                     height);
  return {};
}

} // namespace

Result<void> checkPart(size_t bufferSize, size_t offset, size_t size) {
  if (size == 0 || offset > bufferSize || size > bufferSize - offset)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} do not lie in the buffer of {} bytes.", size, offset,
                     bufferSize);
  return {};
}

Result<void> checkPattern(size_t patternSize, size_t size) {
  if (size == 0 || patternSize == 0 || size % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "The size of {} bytes is not a multiple of the pattern size of {} bytes.",
                     size, patternSize);
  return {};
}

Result<void> checkAlignedPattern(size_t patternSize, size_t offset, size_t size) {
  if (patternSize == 0 || size % patternSize != 0 || offset % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} are not a whole number of patterns of {} bytes.", size, offset,
                     patternSize);
  return {};
}

Result<void> checkMapFlags(ur_map_flags_t flags) {
  if (flags & UR_MAP_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The map flags {:#x} are not defined.",
                     flags);
  return {};
}

Result<void> checkUsmCopy(const void *destination, const void *source, size_t size) {
  URSA_CHECK(checkPointer(destination, "of the destination"));
  URSA_CHECK(checkPointer(source, "of the source"));
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The size of the copy is 0.");
  return {};
}

Result<void> checkUsmFill(const void *memory, const void *pattern, size_t patternSize,
                          size_t size) {
  URSA_CHECK(checkPointer(memory, "of the memory"));
  URSA_CHECK(checkPointer(pattern, "of the pattern"));
  return checkPattern(patternSize, size);
}

Result<void> checkUsmCopy2D(const void *destination, size_t destinationPitch, const void *source,
                            size_t sourcePitch, size_t width, size_t height) {
  URSA_CHECK(checkPointer(destination, "of the destination"));
  URSA_CHECK(checkPointer(source, "of the source"));
  URSA_CHECK(checkPitch("The destination's pitch", destinationPitch, width, height));
  return checkPitch("The source's pitch", sourcePitch, width, height);
}

Result<void> checkUsmFill2D(const void *memory, size_t pitch, const void *pattern,
                            size_t patternSize, size_t width, size_t height) {
  URSA_CHECK(checkPointer(memory, "of the memory"));
  URSA_CHECK(checkPointer(pattern, "of the pattern"));
  URSA_CHECK(checkPitch("The pitch", pitch, width, height));
  size_t size = 0;
  if (__builtin_mul_overflow(width, height, &size))
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "{} rows of {} bytes exceed the address space.",
                     height, width);
  return checkPattern(patternSize, size);
}

Result<void> checkUsmPrefetch(const void *memory, size_t size, ur_usm_migration_flags_t flags) {
  URSA_CHECK(checkPointer(memory, "of the memory"));
  if (flags & UR_USM_MIGRATION_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The migration flags {:#x} are not defined.", flags);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The size of the prefetch is 0.");
  return {};
}

Result<void> checkUsmAdvice(const void *memory, size_t size, ur_usm_advice_flags_t advice) {
  URSA_CHECK(checkPointer(memory, "of the memory"));
  if (advice & UR_USM_ADVICE_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The advice flags {:#x} are not defined.",
                     advice);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The size of the memory for the advice is 0.");
  return {};
}

} // namespace ursa::adapter
