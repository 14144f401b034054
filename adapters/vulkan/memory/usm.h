// Memory of USM allocations.
#pragma once

#include "adapters/common/usm_functions.h"
#include "adapters/vulkan/memory/suballocation.h"

namespace ursa::vulkan {

/// Allocates memory for a kind of USM allocation.
Result<std::shared_ptr<Suballocation>> createUsmSuballocation(ur_device_handle_t_ &device,
                                                              ur_usm_type_t type, uint64_t size,
                                                              uint64_t alignment);

/// The pointer that applications get: the host's address if the host accesses the memory, otherwise
/// the device's.
void *usmAddress(const Suballocation &suballocation, ur_usm_type_t type);

/// See UsmFunctions.
struct Usm : adapter::HandleTypes {
  static size_t largest(const Context &context, ur_device_handle_t device);
  static size_t rowAlignment(const ur_device_handle_t_ &device); ///< whole cache lines
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  static Result<void> free(Context &context, void *memory);
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

} // namespace ursa::vulkan
