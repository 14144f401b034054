// Unified shared memory, through whichever functions the device supports (UsmSupport).
#pragma once

#include "adapters/common/usm_allocations.h"
#include "adapters/common/usm_functions.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"

namespace ursa::opencl {

/// Allocates memory of the driver. @param alignment at most that of its largest type, or 0
Result<void *> allocateNative(const ur_context_handle_t_ &context,
                              const ur_device_handle_t_ &device, ur_usm_type_t type, size_t size,
                              size_t alignment);

/// See UsmFunctions.
struct Usm : adapter::HandleTypes {
  static size_t largest(const Context &context, ur_device_handle_t device);
  /// The alignment of the driver's largest type.
  static size_t rowAlignment(const ur_device_handle_t_ &device);
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  /// Waits for the context's queues.
  static Result<void> free(Context &context, void *memory);
  /// Creates a queue for the copy, since the caller has none.
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

/// Frees an allocation that no command uses any more. Fails if none begins at the address.
Result<void> freeUsmNow(ur_context_handle_t_ &context, void *memory);
/// Releases memory to the driver. Nothing may use it any more.
void freeUsm(ur_context_handle_t_ &context, const adapter::UsmAllocation &allocation);

/// @name Enqueue one command, or set one argument, with the device's functions.
/// @{
cl_int copyUsm(const ur_device_handle_t_ &device, cl_command_queue queue, bool blocking, void *to,
               const void *from, size_t size, cl_uint count, const cl_event *waits,
               cl_event *event);
/// @param patternSize one that isNativePattern accepts
cl_int fillUsm(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
               const void *pattern, size_t patternSize, size_t size, cl_uint count,
               const cl_event *waits, cl_event *event);
/// Fills with a pattern of any length, at any address.
cl_int fillUsmRow(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
                  const void *pattern, size_t patternSize, size_t size, cl_uint count,
                  const cl_event *waits, cl_event *event);
cl_int setUsmArgument(const ur_device_handle_t_ &device, cl_kernel kernel, cl_uint index,
                      const void *pointer);
/// @}

} // namespace ursa::opencl
