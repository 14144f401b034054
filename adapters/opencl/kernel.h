// Kernels: the driver's, and what must be known of one at each launch.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/native_kernels.h"
#include "adapters/opencl/variables.h"
#include "core/spirv/signature.h"

#include <array>
#include <mutex>
#include <vector>

struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {
  /// Takes over the driver's reference.
  ur_kernel_handle_t_(ur_program_handle_t hProgram, cl_kernel kernel, std::string kernelName);
  ~ur_kernel_handle_t_();

  const ur_program_handle_t program; ///< a reference is held
  const cl_kernel id;                ///< what is asked about; the first of `natives`
  const std::string name;
  /// The size that the code asks for; zeros when it asks for none.
  std::array<size_t, 3> requiredGroupSize{};
  std::vector<ursa::spirv::Parameter> parameters; ///< as many as the driver says
  /// Of a kernel that has its program's variables as one more, last argument; else null.
  std::shared_ptr<ursa::opencl::ProgramMemory> memory;
  uint64_t staticLocalBytes = 0; ///< local memory that is no argument

  /// Guards the driver's kernel from its first argument until it is enqueued, and the rest.
  std::mutex mutex;
  ursa::opencl::NativeKernels natives;
  bool usesAnyUsm = false;         ///< through pointers that are not arguments
  std::vector<std::byte> namedUsm; ///< pointers that it may use, as the driver was told
};

namespace ursa::opencl {

/// A handle for a driver's kernel, which is released when that fails.
Result<ur_kernel_handle_t> wrapKernel(ur_program_handle_t program, cl_kernel kernel,
                                      const char *name);

} // namespace ursa::opencl
