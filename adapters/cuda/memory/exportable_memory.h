// Device memory that other APIs and other processes can import: physical memory of the driver,
// mapped as a whole. It is an allocation of the context like others.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/cu.h"

#include <map>
#include <mutex>

namespace ursa::cuda {

class NativeContext;

/// Thread safe.
class ExportableMemory {
public:
  /// Allocates memory. Devices of the context that reach it have access.
  /// @param size a multiple of the granularity in bytes
  static Result<void *> allocate(ur_context_handle_t_ &context, ur_device_handle_t device,
                                 size_t size);
  /// Returns a file descriptor for the memory that begins at an address; the caller owns it.
  /// Errors: UR_RESULT_ERROR_INVALID_VALUE.
  Result<int> exportMemory(NativeContext &native, const void *memory) const;
  bool has(const void *memory) const;
  /// Frees the memory that begins at an address when the commands in flight are complete. Returns
  /// false if that is not exportable.
  bool free(const ur_context_handle_t_ &context, NativeContext &native, const void *memory);

private:
  struct Mapped {
    CUmemGenericAllocationHandle physical;
    size_t size;
  };

  mutable std::mutex mutex_; ///< guards mapped_
  std::map<const void *, Mapped> mapped_;
};

} // namespace ursa::cuda
