// Unified shared memory, by whatever the device has for it: see UsmWay.
#pragma once

#include "adapters/common/usm_allocations.h"
#include "adapters/common/usm_functions.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/device.h"

namespace ursa::opencl {

/// Memory of the driver. @param alignment at most that of its largest type, or 0
Result<void *> allocateNative(const ur_context_handle_t_ &context,
                              const ur_device_handle_t_ &device, ur_usm_type_t type, size_t size,
                              size_t alignment);

/// See UsmFunctions.
struct Usm {
  using Context = ur_context_handle_t_;
  using Pool = ur_usm_pool_handle_t_;

  static Result<void> checkDevice(const Context &context, ur_device_handle_t device);
  static size_t largest(const Context &context, ur_device_handle_t device);
  /// Rows begin where the driver's largest type may.
  static size_t rowAlignment(const ur_device_handle_t_ &device);
  static Result<void *> allocate(Context &context, const adapter::UsmRequest &request);
  /// Waits for the context's queues.
  static Result<void> free(Context &context, void *memory);
  /// Through a queue of its own, since there is none to be had.
  static Result<void> copyNow(Context &context, void *destination, const void *source, size_t size);
};

/// Frees an allocation that no command uses any more. False when none begins there.
bool freeUsmNow(ur_context_handle_t_ &context, void *memory);
/// Gives memory back to the driver. Nothing may use it any more.
void freeUsm(ur_context_handle_t_ &context, const adapter::UsmAllocation &allocation);

/// @name One command each, with the device's functions.
/// @{
cl_int copyUsm(const ur_device_handle_t_ &device, cl_command_queue queue, bool blocking, void *to,
               const void *from, size_t size, cl_uint count, const cl_event *waits,
               cl_event *event);
/// @param patternSize one that isNativePattern
cl_int fillUsm(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
               const void *pattern, size_t patternSize, size_t size, cl_uint count,
               const cl_event *waits, cl_event *event);
/// With a pattern of any length, at any address.
cl_int fillUsmRow(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
                  const void *pattern, size_t patternSize, size_t size, cl_uint count,
                  const cl_event *waits, cl_event *event);
cl_int setUsmArgument(const ur_device_handle_t_ &device, cl_kernel kernel, cl_uint index,
                      const void *pointer);
/// @}

} // namespace ursa::opencl
