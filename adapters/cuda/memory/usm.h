// Unified shared memory: device memory, pinned host memory, and managed memory.
#pragma once

#include "adapters/common/usm_allocations.h"
#include "adapters/common/usm_functions.h"
#include "adapters/cuda/driver/context.h"

namespace ursa::cuda {

/// Allocates memory of the driver, aligned to kDriversAlignment.
Result<void *> allocateNative(ur_context_handle_t_ &context, ur_usm_type_t type,
                              ur_device_handle_t device, size_t size);

/// Frees it when the commands in flight are complete.
void freeNative(ur_context_handle_t_ &context, ur_usm_type_t type, ur_device_handle_t device,
                void *memory);

/// Frees an allocation that has left the context's list, or returns it to its pool, to which it has
/// a reference.
void freeUsm(ur_context_handle_t_ &context, const adapter::UsmAllocation &allocation);

/// See UsmFunctions.
struct Usm : adapter::HandleTypes {
  static size_t largest(const Context &context, ur_device_handle_t device);
  static size_t rowAlignment(const ur_device_handle_t_ &device); ///< whole cache lines
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  static Result<void> free(Context &context, void *memory);
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

} // namespace ursa::cuda
