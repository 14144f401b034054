#include "adapters/common/memory_functions.h"

namespace ursa::adapter {

Result<void> checkBufferSize(size_t size, uint64_t most) {
  if (size == 0 || size > most)
    return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                     "A buffer of {} bytes was requested; 1 to {} are possible.", size, most);
  return {};
}

Result<void> checkPartition(const PartitionedMemory &whole, ur_mem_flags_t flags,
                            ur_buffer_create_type_t type, const ur_buffer_region_t &region) {
  if (whole.isImage || whole.isPart)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "A sub-buffer can be created only from a buffer; this is {}.",
                     whole.isImage ? "an image" : "a sub-buffer");
  return checkPart(flags, type, region, whole.flags, whole.size);
}

} // namespace ursa::adapter
