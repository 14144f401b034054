// Unified shared memory: on the host, all three types are ordinary memory.
#pragma once

#include "adapters/common/usm_functions.h"

namespace ursa::host {

/// Traits for UsmFunctions.
struct Usm : adapter::HandleTypes {
  static size_t largest(const Context &context, ur_device_handle_t device);
  static size_t rowAlignment(const ur_device_handle_t_ &device); ///< whole cache lines
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  /// Frees memory after all incomplete commands, which may use it. Does not wait for them.
  static Result<void> free(Context &context, void *memory);
  /// Frees memory immediately; called by a free command.
  static Result<void> freeNow(Context &context, void *memory);
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

void fillUsmTable(ur_dditable_t &table);

} // namespace ursa::host
