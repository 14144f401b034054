#include "adapters/common/memory_export_functions.h"

#include <bit>

namespace ursa::adapter {

Result<void> checkExportType(ur_exp_external_mem_type_t type) {
  if (type < UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD ||
      type > UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT_DX11_RESOURCE)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no type {} of external memory.",
                     static_cast<int>(type));
  if (type != UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                     "This device exports memory as a file descriptor; type {} was requested.",
                     static_cast<int>(type));
  return {};
}

Result<size_t> exportableSize(size_t alignment, size_t size, size_t granularity) {
  if (alignment > granularity || (alignment != 0 && !std::has_single_bit(alignment)))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The alignment {} is not possible; powers of two up to {} are.", alignment,
                     granularity);
  const size_t units = size / granularity + (size % granularity != 0);
  size_t rounded = 0;
  if (size == 0 || __builtin_mul_overflow(units, granularity, &rounded))
    return makeError(
        UR_RESULT_ERROR_INVALID_USM_SIZE,
        "Exportable memory of {} bytes cannot be allocated: the size is 0 or too large.", size);
  return rounded;
}

Error notExportable(const void *memory) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "{} is not the beginning of exportable memory of the context.", memory);
}

} // namespace ursa::adapter
