// Memory objects: buffers, sub-buffers and images.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/driver/cl.h"

namespace ursa::opencl {

struct Memory : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  /// @param bytes of a buffer; 0 for images
  Memory(ur_context_handle_t hContext, cl_mem memory, bool image, size_t bytes = 0)
      : context(hContext), id(memory), isImage(image), size(bytes) {
    retainContext();
  }
  ~Memory();

  const ur_context_handle_t context; ///< holds a reference
  const cl_mem id;
  const bool isImage;
  const size_t size; ///< of a buffer

private:
  void retainContext();
};

struct Sampler : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  Sampler(ur_context_handle_t hContext, cl_sampler sampler);
  ~Sampler();

  const ur_context_handle_t context; ///< holds a reference
  const cl_sampler id;
};

/// Converts UR's flags to OpenCL's. Errors: undefined flags, and flags that contradict each other
/// or the host pointer.
Result<cl_mem_flags> memoryFlags(ur_mem_flags_t flags, const void *hostPointer);

} // namespace ursa::opencl

struct ur_mem_handle_t_ : ursa::opencl::Memory {
  using Memory::Memory;
};

struct ur_sampler_handle_t_ : ursa::opencl::Sampler {
  using Sampler::Sampler;
};
