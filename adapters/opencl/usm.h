// Unified shared memory, by whatever the device has for it: see UsmWay.
#pragma once

#include "adapters/common/usm_allocations.h"
#include "adapters/opencl/context.h"
#include "adapters/opencl/device.h"

namespace ursa::opencl {

/// Memory of the driver. @param alignment at most that of its largest type, or 0
Result<void *> allocateNative(const ur_context_handle_t_ &context,
                              const ur_device_handle_t_ &device, ur_usm_type_t type, size_t size,
                              size_t alignment);

/// An allocation that the context knows: an entry point's checks and all.
/// @param device null for host memory
Result<void> allocateUsm(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                         const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool, size_t size,
                         ur_usm_type_t type, void **ppMem);
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

/// @name What is checked of hints.
/// @{
Result<void> checkPrefetch(size_t size, ur_usm_migration_flags_t flags);
Result<void> checkAdvice(size_t size, ur_usm_advice_flags_t advice);
/// @}

} // namespace ursa::opencl
