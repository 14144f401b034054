#include "adapters/common/usm_functions.h"

#include <bit>

namespace ursa::adapter {

Result<void> answerUsm(const InfoWriter &writer, ur_usm_alloc_info_t query, const void *address,
                       const std::optional<UsmAllocationInfo> &facts) {
  if (!facts && query != UR_USM_ALLOC_INFO_TYPE)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} does not lie in an allocation of the context.", address);
  switch (query) {
  case UR_USM_ALLOC_INFO_TYPE:
    return writer.value(facts ? facts->type : UR_USM_TYPE_UNKNOWN);
  case UR_USM_ALLOC_INFO_BASE_PTR:
    return writer.value(facts->base);
  case UR_USM_ALLOC_INFO_SIZE:
    return writer.value(facts->size);
  case UR_USM_ALLOC_INFO_DEVICE:
    return writer.value(facts->device);
  case UR_USM_ALLOC_INFO_POOL:
    if (!facts->pool)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The allocation at {} does not belong to a pool.", address);
    return writer.value(facts->pool);
  default:
    return InfoWriter::unknown("urUSMGetMemAllocInfo", query);
  }
}

Result<void> checkRegistration(const ur_exp_usm_host_alloc_register_properties_t *properties) {
  if (properties && (properties->flags & UR_EXP_USM_HOST_ALLOC_REGISTER_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The registration flags {:#x} are not defined.", properties->flags);
  return {};
}

Result<PitchedSize> pitchedSize(size_t widthInBytes, size_t height, size_t elementBytes,
                                size_t multiple) {
  PitchedSize size;
  size.pitch = (widthInBytes / multiple + (widthInBytes % multiple != 0)) * multiple;
  if (widthInBytes == 0 || height == 0 || elementBytes == 0 || size.pitch < widthInBytes ||
      __builtin_mul_overflow(size.pitch, height, &size.bytes))
    return makeError(UR_RESULT_ERROR_INVALID_USM_SIZE, "{} rows of {} bytes cannot be allocated.",
                     height, widthInBytes);
  return size;
}

Result<void> checkUsmDescription(const ur_usm_desc_t *description) {
  if (description && (description->hints & UR_USM_ADVICE_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The hints {:#x} are not defined.",
                     description->hints);
  return {};
}

Result<void> checkUsmRequest(const UsmRequest &request, size_t largest) {
  if (request.alignment != 0 && !std::has_single_bit(request.alignment))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The alignment {} is not a power of two.",
                     request.alignment);
  if (request.size == 0 || request.size > largest)
    return makeError(UR_RESULT_ERROR_INVALID_USM_SIZE,
                     "An allocation of {} bytes was requested; 1 to {} are possible.", request.size,
                     largest);
  return {};
}

} // namespace ursa::adapter
