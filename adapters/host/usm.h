// Unified shared memory: on the host, all three kinds are ordinary memory.
#pragma once

#include "adapters/common/usm_functions.h"

namespace ursa::host {

/// See UsmFunctions.
struct Usm {
  using Context = ur_context_handle_t_;
  using Pool = ur_usm_pool_handle_t_;

  static Result<void> checkDevice(const Context &context, ur_device_handle_t device);
  static size_t largest(const Context &context, ur_device_handle_t device);
  static size_t rowAlignment(const ur_device_handle_t_ &device); ///< whole cache lines
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  /// Commands that are not complete may use the memory: then it is freed after them, and this does
  /// not wait for it.
  static Result<void> free(Context &context, void *memory);
  /// The same at once, for a command that frees.
  static Result<void> freeNow(Context &context, void *memory);
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

void fillUsmTable(ur_dditable_t &table);

} // namespace ursa::host
