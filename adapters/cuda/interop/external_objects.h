// Memory and semaphores of other APIs, imported from file descriptors.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

namespace ursa::cuda {

/// Imported memory. Its mappings may outlive it.
struct ExternalMemory : adapter::HandleBase {
  ExternalMemory(ur_context_handle_t_ &hContext, NativeContext &itsNative, CUexternalMemory memory,
                 size_t bytes)
      : context(&hContext), native(itsNative), imported(memory), size(bytes) {
    adapter::retain(context);
  }
  ~ExternalMemory();

  const ur_context_handle_t context; ///< retained
  NativeContext &native;
  const CUexternalMemory imported;
  const size_t size;
};

/// An imported semaphore. Commands retain it.
struct ExternalSemaphore : adapter::HandleBase {
  ExternalSemaphore(ur_context_handle_t_ &hContext, NativeContext &itsNative,
                    CUexternalSemaphore semaphore, bool hasValues)
      : context(&hContext), native(itsNative), imported(semaphore), isTimeline(hasValues) {
    adapter::retain(context);
  }
  ~ExternalSemaphore();

  const ur_context_handle_t context; ///< retained
  NativeContext &native;
  const CUexternalSemaphore imported;
  const bool isTimeline; ///< its state is a number, not just whether it is signaled
};

/// Returns the file descriptor in the chain of a description. Errors:
/// UR_RESULT_ERROR_INVALID_VALUE.
Result<int> fileDescriptor(const void *chain);

} // namespace ursa::cuda

struct ur_exp_external_mem_handle_t_ : ursa::cuda::ExternalMemory {
  using ExternalMemory::ExternalMemory;
};

struct ur_exp_external_semaphore_handle_t_ : ursa::cuda::ExternalSemaphore {
  using ExternalSemaphore::ExternalSemaphore;
};
