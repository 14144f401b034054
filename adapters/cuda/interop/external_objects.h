// Memory and semaphores of other APIs, imported from file descriptors.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

/// Imported memory. Its mappings may outlive it.
struct ur_exp_external_mem_handle_t_ : ursa::adapter::HandleBase {
  ur_exp_external_mem_handle_t_(ur_context_handle_t_ &hContext,
                                ursa::cuda::NativeContext &itsNative,
                                ursa::cuda::CUexternalMemory memory, size_t bytes)
      : context(&hContext), native(itsNative), imported(memory), size(bytes) {
    ursa::adapter::retain(context);
  }
  ~ur_exp_external_mem_handle_t_();

  const ur_context_handle_t context; ///< retained
  ursa::cuda::NativeContext &native;
  const ursa::cuda::CUexternalMemory imported;
  const size_t size;
};

/// An imported semaphore. Commands retain it.
struct ur_exp_external_semaphore_handle_t_ : ursa::adapter::HandleBase {
  ur_exp_external_semaphore_handle_t_(ur_context_handle_t_ &hContext,
                                      ursa::cuda::NativeContext &itsNative,
                                      ursa::cuda::CUexternalSemaphore semaphore, bool hasValues)
      : context(&hContext), native(itsNative), imported(semaphore), isTimeline(hasValues) {
    ursa::adapter::retain(context);
  }
  ~ur_exp_external_semaphore_handle_t_();

  const ur_context_handle_t context; ///< retained
  ursa::cuda::NativeContext &native;
  const ursa::cuda::CUexternalSemaphore imported;
  const bool isTimeline; ///< its state is a number, not just whether it is signaled
};

namespace ursa::cuda {

/// Returns the file descriptor in the chain of a description. Errors:
/// UR_RESULT_ERROR_INVALID_VALUE.
Result<int> fileDescriptor(const void *chain);

} // namespace ursa::cuda
